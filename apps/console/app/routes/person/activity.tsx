import { Panel, Row, Section } from '@gatehouse/design/panel'
import { Empty } from '../../layout/empty.tsx'
import { type Engine, isAble } from '../../people/engine.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import classes from './person.module.css'

export interface ActivityProps {
  readonly engine: Engine
  readonly events: readonly { readonly id: string; readonly type: string; readonly time: string }[]
  /** False: the operator's role does not include it, or the identity service has none. */
  readonly shown: boolean
}

/** What has happened to an account, newest first. */
export function Activity({ engine, events, shown }: ActivityProps) {
  const t = useText('console_people')
  const why = isAble(engine, 'activity') ? t('activity.not_yours') : t('engine.activity')
  return (
    <Section id="activity" title={t('activity.title')}>
      {!shown && <Empty title={why} />}
      {shown && events.length === 0 && <Empty title={t('activity.none')} />}
      {shown && events.length > 0 && (
        <Panel>
          {events.map(({ id, type, time }) => (
            <Row key={id} title={<code className={classes.code}>{type}</code>}>
              <Instant at={time} />
            </Row>
          ))}
        </Panel>
      )}
    </Section>
  )
}
