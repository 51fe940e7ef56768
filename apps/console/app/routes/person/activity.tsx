import { Panel, Row, Section } from '@gatehouse/design/content'
import { Empty } from '../../layout/empty.tsx'
import { PageLink } from '../../layout/page-link.tsx'
import { type Engine, isAble } from '../../people/engine.ts'
import { useProjectRoot } from '../../people/project-root.ts'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../scope/use-scope.ts'
import classes from './person.module.css'

export interface ActivityProps {
  readonly engine: Engine
  readonly personId: string
  readonly events: readonly { readonly id: string; readonly type: string; readonly time: string }[]
  /** False: the operator's role does not include it, or the identity service has none. */
  readonly shown: boolean
}

/** What has happened to an account, newest first. */
export function Activity({ engine, personId, events, shown }: ActivityProps) {
  const t = useText('console_people')
  const root = useProjectRoot()
  const may = useMay()
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
      {shown && events.length > 0 && may('listProjectEvents') && (
        <p>
          <PageLink href={`${root}/events?identity=${personId}`}>{t('activity.all')}</PageLink>
        </p>
      )}
    </Section>
  )
}
