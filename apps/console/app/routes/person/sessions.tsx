import { Badge, Icon, Panel, Row, Section } from '@gatehouse/design/content'
import { Confirm } from '../../dialog/confirm.tsx'
import { ConsoleForm } from '../../form/console-form.tsx'
import { Empty } from '../../layout/empty.tsx'
import type { SeenSession } from '../../people/device.server.ts'
import { ReasonField } from '../../people/reason-field.tsx'
import { SessionDevice } from '../../people/session-device.tsx'
import { Instant } from '../../text/instant.tsx'
import { useText } from '../../text/texts.tsx'
import { useMay } from '../scope/use-scope.ts'
import classes from './person.module.css'

/** Where somebody is signed in. */
export function Sessions({ sessions }: { readonly sessions: readonly SeenSession[] }) {
  const t = useText('console_people')
  const may = useMay()
  const mayEnd = may('disableSession')
  return (
    <Section id="sessions" title={t('person.sessions')}>
      {sessions.length === 0 ? (
        <Empty title={t('person.no_sessions')} />
      ) : (
        <Panel>
          {sessions.map((session) => (
            <Row
              key={session.id}
              icon={<Icon name="laptop" />}
              title={<SessionDevice {...session} />}
              badge={<Badge on={session.active}>{t(`session.${session.active ? 'active' : 'ended'}`)}</Badge>}
              action={
                session.active &&
                mayEnd && (
                  <div className={classes.actions}>
                    <ConsoleForm intent={`extend.${session.id}`} submit={t('session.extend')} variant="plain" />
                    <ConsoleForm intent={`revoke.${session.id}`} submit={t('session.revoke')} variant="danger" />
                  </div>
                )
              }
            >
              {t('session.since')} <Instant at={session.signedInAt} /> · {t('session.until')}{' '}
              <Instant at={session.expiresAt} /> · {session.methods.join(', ')} · {session.level}
            </Row>
          ))}
        </Panel>
      )}
      {mayEnd && sessions.some(({ active }) => active) && (
        <div className={classes.actions}>
          <Confirm
            ask="revoke_all"
            label={t('session.revoke_all')}
            title={t('session.revoke_all_title')}
            confirm={t('session.revoke_all')}
            intent="revoke_all"
            fields={<ReasonField />}
          >
            <p>{t('session.revoke_all_text')}</p>
          </Confirm>
        </div>
      )}
    </Section>
  )
}
