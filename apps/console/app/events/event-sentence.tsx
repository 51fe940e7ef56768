import { PageLink } from '../page/page-link.tsx'
import { useText } from '../text/texts.tsx'
import { deviceName } from './device-name.ts'
import type { DoneThing } from './done-things.ts'
import type { AuditedAct, EventNames } from './event-names.ts'
import classes from './event-sentence.module.css'
import { FilledText } from './filled-text.tsx'
import { sentenceOf } from './sentence.ts'
import { isAboutJob, startedJob } from './started-job.ts'
import { useTargetWords } from './use-target-words.ts'

export interface EventSentenceProps {
  readonly thing: DoneThing
  readonly names: EventNames
  /** The address of the project's pages; absent: names are no links. */
  readonly root?: string | undefined
}

/** An action of a person, in a sentence: "Ada Lovelace signed in with a password — Chrome on Linux, 203.0.113.7". */
export function EventSentence({ thing, names, root }: EventSentenceProps) {
  const t = useText('console_activity')
  const { event } = thing
  const { key: usual, values } = sentenceOf(thing, t)
  const act = names.acts[event.id]
  const operation = event.data['operation']
  const job = startedJob(operation, act?.target ?? '')
  const key = job === undefined ? usual : (`did.job_${job.kind}` as const)
  const targetWords = useTargetWords()
  const target = event.data['target_id']
  return (
    <span className={classes.sentence}>
      <FilledText
        say={(marks) => t(key, { ...marks, ...values })}
        drawn={{
          person: <PersonName id={event.identity_id} names={names} root={root} />,
          actor: <ActorName act={act} system={event.actor.type === 'system'} />,
          target:
            act !== undefined && act.target !== '' ? (
              <b>
                {root !== undefined && isAboutJob(operation) ? (
                  <PageLink href={`${root}/jobs/${String(target)}`}>{targetWords(operation, act.target)}</PageLink>
                ) : (
                  <bdi>{targetWords(operation, act.target)}</bdi>
                )}
              </b>
            ) : (
              <PersonName id={typeof target === 'string' ? target : null} names={names} root={root} isId />
            ),
        }}
      />
      <Where {...event} />
    </span>
  )
}

function PersonName({
  id,
  names,
  root,
  isId = false,
}: {
  readonly id: string | null
  readonly names: EventNames
  readonly root: string | undefined
  /** Shows the id if there is no name: it may be the id of something other than a person. */
  readonly isId?: boolean
}) {
  const t = useText('console_activity')
  const name = id === null ? undefined : names.people[id]
  if (id === null) return t('who.someone')
  if (name === undefined) return isId ? <code dir="ltr">{id.slice(0, 8)}</code> : t('who.gone')
  const shown = <bdi title={name}>{name}</bdi>
  return <b>{root === undefined ? shown : <PageLink href={`${root}/people/${id}`}>{shown}</PageLink>}</b>
}

/** The actor of an operation of the control plane. */
export function ActorName({
  act,
  system,
}: {
  readonly act: Pick<AuditedAct, 'actor'> | undefined
  readonly system: boolean
}) {
  const t = useText('console_activity')
  if (system || act?.actor.kind === 'system') return t('who.system')
  if (act === undefined) return t('who.operator')
  const { kind, name } = act.actor
  const shown = kind === 'key' ? t('who.key', { name }) : kind === 'link' ? t('who.link', { name }) : name
  return (
    <b>
      <bdi title={name}>{shown}</bdi>
    </b>
  )
}

function Where({ client, type }: { readonly client: DoneThing['event']['client']; readonly type: string }) {
  const t = useText('console_activity')
  if (client === null || type.startsWith('Courier')) return null
  const { browser, system } = deviceName(client.user_agent)
  const device = browser !== undefined && system !== undefined ? t('device', { browser, system }) : (browser ?? system)
  const parts = [device, client.ip_address].filter((part) => part !== undefined && part !== '')
  if (parts.length === 0) return null
  return (
    <small>
      {' — '}
      <bdi>{parts.join(', ')}</bdi>
    </small>
  )
}
