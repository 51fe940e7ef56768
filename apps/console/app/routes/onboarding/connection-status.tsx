import { Alert } from '@gatehouse/design/content'
import { ButtonLink } from '@gatehouse/design/controls'
import { ConsoleForm } from '../../form/console-form.tsx'
import type { Onboarding } from '../../onboarding/portal.server.ts'
import { useText } from '../../text/texts.tsx'
import classes from './onboarding.module.css'

export interface ConnectionStatusProps extends Onboarding {
  /** The last action, and the fault of the connection. */
  readonly found: { readonly kind: 'connected' | 'checked'; readonly fault: string | undefined } | undefined
}

/** Whether sign-in works already, and how to see for oneself. */
export function ConnectionStatus({
  organization,
  project,
  connection,
  sign_in_url: signIn,
  found,
}: ConnectionStatusProps) {
  const t = useText('console_onboarding')
  if (connection === null) return null
  const names = { organization: organization.label, project: project.name }
  const fault = found?.fault
  return (
    <section className={classes.status} aria-label={t('status.label')} data-testid="connection-status">
      {fault === undefined ? (
        <Alert kind="success" title={t(found === undefined ? 'status.title' : `status.${found.kind}`)}>
          {t('status.text', names)}
        </Alert>
      ) : (
        <Alert kind="error" title={t('status.faulty')}>
          {fault}
        </Alert>
      )}
      <ConsoleForm
        intent="check"
        submit={t('status.check')}
        variant="plain"
        beside={
          <ButtonLink href={signIn} size="small" variant="primary" target="_blank" rel="noreferrer">
            {t('status.try')}
          </ButtonLink>
        }
      />
      <p className={classes.quiet}>{t('status.try_text', names)}</p>
    </section>
  )
}
