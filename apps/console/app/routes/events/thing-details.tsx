import type { ReactNode } from 'react'
import { deviceName } from '../../events/device-name.ts'
import type { DoneThing } from '../../events/done-things.ts'
import type { EventNames } from '../../events/event-names.ts'
import { methodName, reasonKey } from '../../events/words.ts'
import { PageLink } from '../../page/page-link.tsx'
import { CodeBlock } from '../../people/code-block.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './thing-list.module.css'

export interface ThingDetailsProps {
  readonly thing: DoneThing
  readonly names: EventNames
  readonly root: string
}

/** Everything that is known of something that was done: in words, and as receivers of event streams get it. */
export function ThingDetails({ thing: { event, along }, names, root }: ThingDetailsProps) {
  const t = useText('console_activity')
  const common = useText('console_events')
  const { data, client, identity_id: identity, actor } = event
  const device = client === null ? undefined : deviceName(client.user_agent)
  const method = data['method']
  const reason = names.acts[event.id]?.reason ?? null
  const all = along.length === 0 ? event : [event, ...along]
  return (
    <div className={classes.details}>
      <dl className={classes.facts}>
        {identity !== null && (
          <Fact name={t('details.person')}>
            <PageLink href={`${root}/people/${identity}`}>
              <bdi>{names.people[identity] ?? identity}</bdi>
            </PageLink>
          </Fact>
        )}
        {'reason' in data && <Fact name={t('details.why')}>{t(reasonKey(event))}</Fact>}
        {reason !== null && <Fact name={t('details.why')}>{reason}</Fact>}
        {typeof method === 'string' && <Fact name={t('details.method')}>{methodName(t, method)}</Fact>}
        {device !== undefined && (
          <Fact name={t('details.device')}>
            {[device.browser, device.system].filter((part) => part !== undefined).join(', ') || client?.user_agent}
          </Fact>
        )}
        {client !== null && (
          <Fact name={t('details.address')}>
            <code dir="ltr">{client.ip_address}</code>
          </Fact>
        )}
        <Fact name={t('details.by')}>{common(`actor.${actor.type}`)}</Fact>
        {along.length > 0 && (
          <Fact name={t('details.also')}>
            {along.map(({ id, type }) => (
              <code key={id}>{type}</code>
            ))}
          </Fact>
        )}
      </dl>
      <CodeBlock label={common('event.whole')}>{JSON.stringify(all, null, 2)}</CodeBlock>
    </div>
  )
}

function Fact({ name, children }: { readonly name: string; readonly children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}
