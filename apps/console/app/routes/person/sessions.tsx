import { Badge, Empty, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { ConsoleForm } from '../../form/console-form.tsx'
import type { SessionView } from '../../people/session-view.server.ts'
import { EndSession } from '../../people/end-session.tsx'
import { type Engine, supportsFeature } from '../../people/engine.ts'
import { useMethodNames } from '../../people/method-names.ts'
import { SessionDevice, useDeviceNames } from '../../people/session-device.tsx'
import { Ago } from '../../text/ago.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../../scopes/use-scope.ts'
import classes from './person.module.css'

export interface SessionsProps {
  readonly sessions: readonly SessionView[]
  readonly personName: string
  readonly engine: Engine
  readonly now: number
}

/** A person's sessions, each with buttons that extend and end it. */
export function Sessions({ sessions, personName, engine, now }: SessionsProps) {
  const methodNames = useMethodNames()
  const deviceName = useDeviceNames()
  const t = useText('console_people')
  const may = useMay()
  const mayEnd = may('disableSession')
  const mayExtend = may('extendSession')
  return (
    <Section id="sessions" title={t('person.sessions')}>
      {sessions.length === 0 ? (
        <Empty drawing="lantern" title={t('person.no_sessions')} />
      ) : (
        <Panel>
          {sessions.map((session) => (
            <div key={session.id} className={session.active ? undefined : classes.gone}>
              <Row
                icon={<Icon name="laptop" />}
                title={<SessionDevice {...session} />}
                badge={
                  <Badge tone={session.active ? 'good' : 'neutral'}>
                    {t(`session.${session.active ? 'active' : 'ended'}`)}
                  </Badge>
                }
                action={
                  session.active &&
                  (mayEnd || mayExtend) && (
                    <div className={classes.actions}>
                      {mayExtend && (
                        <ConsoleForm
                          intent={`extend.${session.id}`}
                          about={deviceName(session)}
                          submit={t('session.extend')}
                          variant="plain"
                        />
                      )}
                      {mayEnd && (
                        <EndSession
                          id={session.id}
                          person={personName}
                          device={deviceName(session)}
                          variant="danger"
                          asks={!supportsFeature(engine, 'restoring')}
                        />
                      )}
                    </div>
                  )
                }
              >
                <Ago at={session.signedInAt} now={now} /> · {methodNames(session.methods)} ·{' '}
                {t(session.level === 'aal2' ? 'session.two_steps' : 'session.one_step')} · {t('session.until')}{' '}
                <Instant at={session.expiresAt} />
              </Row>
            </div>
          ))}
        </Panel>
      )}
    </Section>
  )
}
