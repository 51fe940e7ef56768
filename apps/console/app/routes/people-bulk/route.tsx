import classes from './meant.module.css'
import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect, useActionData } from 'react-router'
import { type Identity, personName } from '@gatehouse/contract/identities'
import { mostAccountsOfJob } from '@gatehouse/contract/operators'
import { Alert, Avatar } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'

import { enterProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { ConsoleForm, TextField } from '../../form/console-form.tsx'
import { faulty } from '../../form/faulty.server.ts'
import { readForm, type SubmittedForm } from '../../form/fields.server.ts'
import { reasonNotStarted } from '../../jobs/not-started.server.ts'
import { PageHead } from '../../page/page-head.tsx'
import { PageLink } from '../../page/page-link.tsx'
import { answerRun, mostAwaited } from '../../people/bulk-run.server.ts'
import { totalIn } from '../../people/answers.server.ts'
import { useProjectRoot } from '../../scopes/use-project-root.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { consoleRequestOf } from '../../request/console-request.ts'
import { useText } from '../../text/texts.tsx'
import { bulkActions } from '../people/bulk-actions.ts'
import { peopleQueryOf, searchOf } from '../people/search.server.ts'

export async function loader({ context, params }: LoaderFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  return { root: scope.address }
}

export async function action({ request, context, params }: ActionFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('createJob')) throw forbidden(page)
  const form = await readForm(request)
  const chosen = bulkActions.find((one) => one === form.text('action'))
  if (chosen === undefined) throw forbidden(page)
  const meant = await whoIsMeant(scope, form)
  const { count } = meant
  if (form.intent !== 'run' || count === 0) return data({ kind: 'asked' as const, chosen, meant }, 200)
  // The confirmed number counts: meanwhile more people may match.
  if (chosen === 'delete' && form.text('typed') !== form.text('count')) {
    const typed = page.t('console_people:bulk.typed_wrong', { count: Number(form.text('count')) })
    return data({ ...faulty(form, { typed }, ['reason', 'typed']).data, chosen, meant }, 400)
  }
  const body = { action: chosen, ...jobTarget(meant) }
  const started = await scope.call('createJob', { body, reason: form.text('reason') })
  if (started.kind === 'refused') {
    const answer = faulty(form, { reason: reasonNotStarted(page, started) }, ['reason'])
    return data({ ...answer.data, chosen, meant }, 400)
  }
  if (count > mostAwaited) return redirect(`${scope.address}/jobs/${started.body.id}`, 303)
  const changes = chosen === 'activate' || chosen === 'deactivate' ? changedBy(chosen, meant) : []
  return answerRun(page, scope, { job: started.body, list: `${scope.address}/people${meant.query}`, changes })
}

/** Asks for a confirmation before an action on several people, and names them. */
export default function Bulk() {
  const t = useText('console_people')
  const common = useText('console')
  const root = useProjectRoot()
  const asked = useActionData<typeof action>()
  const back = (
    <ButtonLink href={`${root}/people${asked?.meant.query ?? ''}`} link={PageLink} size="small">
      {common('dialog.cancel')}
    </ButtonLink>
  )
  if (asked === undefined || asked.meant.count === 0) {
    return (
      <>
        <PageHead title={t('bulk.nobody')} />
        <Alert kind="info">{t('bulk.nobody_text')}</Alert>
        <p>{back}</p>
      </>
    )
  }
  const { chosen, meant } = asked
  const { count, ids, match, query } = meant
  return (
    <>
      <PageHead title={t(`bulk.${chosen}_title`, { count })} intro={t(`bulk.${chosen}_text`)} />
      <Meant {...meant} />
      <ConsoleForm
        intent="run"
        submit={t(`bulk.${chosen}`)}
        variant={chosen === 'activate' ? 'primary' : 'removal'}
        hidden={{
          action: chosen,
          count: `${count}`,
          ids: ids.join(','),
          ...(match === undefined ? { list: query.slice(1) } : { match }),
        }}
        beside={back}
      >
        <ReasonField />
        {chosen === 'delete' && (
          <TextField name="typed" label={t('bulk.type', { count })} inputMode="numeric" autoComplete="off" required />
        )}
      </ConsoleForm>
    </>
  )
}

interface MeantProps {
  readonly count: number
  readonly named: readonly { readonly id: string; readonly name: string; readonly address: string }[]
  readonly match: string | undefined
}

/** The selected people by name; of many the first ones, and how many more there are. */
function Meant({ count, named, match }: MeantProps) {
  const t = useText('console_people')
  const more = count - named.length
  return (
    <section aria-label={t('bulk.who')} className={classes.box}>
      <ul className={classes.people} data-testid="meant">
        {named.map(({ id, name, address }) => (
          <li key={id}>
            <Avatar name={name} />
            <span>
              <bdi>{name}</bdi>
              {address !== '' && (
                <small>
                  <bdi>{address}</bdi>
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.more}>{t('bulk.more', { count: more })}</p>}
      {match !== undefined && <p className={classes.more}>{t('bulk.not_you')}</p>}
    </section>
  )
}

/** A person that a question is about. */
interface Named {
  readonly id: string
  readonly name: string
  readonly address: string
}

/** The target of a bulk action: people who were selected, or all results of a search. */
interface MeantPeople {
  readonly ids: readonly string[]
  /** The query of the search; undefined: those of `ids` are meant. */
  readonly match: string | undefined
  /** The same as the jobs of the control plane have it. */
  readonly matching: Readonly<Record<string, string>>
  readonly count: number
  /** The first of them by name. */
  readonly named: readonly Named[]
  /** Those that were read, by id, and whether each is suspended. */
  readonly suspended: ReadonlyMap<string, boolean>
  /** Of the list that they were selected in, with its `?`. */
  readonly query: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i
/** The most people that are named before the rest is counted. */
const mostNamed = { selected: mostAwaited, found: 10 } as const

/** Reads the people that a form selects, with their names. */
async function whoIsMeant(scope: ProjectContext, form: SubmittedForm): Promise<MeantPeople> {
  const match = form.all('match')[0]
  if (match !== undefined) return whoMatches(scope, match)
  const ids = [...new Set(form.all('ids').flatMap((list) => list.split(',')))]
    .filter((id) => uuid.test(id))
    .slice(0, mostAccountsOfJob)
  const asked = ids.slice(0, mostNamed.selected)
  const found =
    asked.length === 0 ? undefined : await scope.admin.listIdentities({ ids: asked, page_size: asked.length })
  const people = found?.kind === 'ok' ? found.body : []
  const list = `${new URLSearchParams(form.text('list'))}`
  return {
    ids,
    match: undefined,
    matching: {},
    count: ids.length,
    named: people.map(nameOf),
    suspended: suspendedIn(people),
    query: list === '' ? '' : `?${list}`,
  }
}

async function whoMatches(scope: ProjectContext, match: string): Promise<MeantPeople> {
  const search = searchOf(new URLSearchParams(match), await scope.load('getIdentityEngine'))
  const matching = peopleQueryOf(search, Date.now())
  const found = await scope.admin.listIdentities({ ...matching, page_size: mostAwaited })
  const own = scope.operator.identityId
  const people = found.kind === 'ok' ? found.body : []
  const count = found.kind === 'ok' ? (totalIn(found) ?? people.length) : 0
  const others = people.filter(({ id }) => id !== own)
  return {
    ids: [],
    match,
    matching,
    count: count - people.length + others.length,
    named: others.slice(0, mostNamed.found).map(nameOf),
    suspended: suspendedIn(others),
    query: `?${match}`,
  }
}

/** The people of a job. */
function jobTarget({ ids, match, matching }: MeantPeople) {
  return match === undefined ? { identity_ids: [...ids] } : { matching }
}

/** Returns the people that suspending or reactivating changes, if it changes all that are meant: that can be undone. */
function changedBy(action: 'activate' | 'deactivate', { count, suspended }: MeantPeople): readonly string[] {
  const changed = [...suspended].filter(([, is]) => is === (action === 'activate')).map(([id]) => id)
  return changed.length === count ? changed : []
}

function suspendedIn(people: readonly Identity[]): ReadonlyMap<string, boolean> {
  return new Map(people.map(({ id, state }) => [id, state === 'inactive']))
}

function nameOf(identity: Identity): Named {
  const name = personName(identity)
  const address = identity.verifiable_addresses?.[0]?.value ?? ''
  return { id: identity.id, name, address: address === name ? '' : address }
}
