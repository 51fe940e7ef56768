import { Alert } from '@gatehouse/design/alert'
import { ButtonLink } from '@gatehouse/design/button'
import { ConsoleForm } from '../../form/console-form.tsx'
import type { Onboarding } from '../../onboarding/portal.server.ts'
import { useText } from '../../text/texts.tsx'
import classes from './onboarding.module.css'

export interface StandingProps extends Onboarding {
  /** What was just done, and what is wrong with the connection. */
  readonly found: { readonly kind: 'connected' | 'checked'; readonly fault: string | undefined } | undefined
}

/** Whether sign-in works already, and how to see for oneself. */
export function Standing({ organization, project, connection, sign_in_url: signIn, found }: StandingProps) {
  const t = useText('console_onboarding')
  if (connection === null) return null
  const names = { organization: organization.label, project: project.name }
  const fault = found?.fault
  return (
    <section className={classes.standing} aria-label={t('standing.label')} data-testid="standing">
      {fault === undefined ? (
        <Alert kind="success" title={t(found === undefined ? 'standing.title' : `standing.${found.kind}`)}>
          {t('standing.text', names)}
        </Alert>
      ) : (
        <Alert kind="error" title={t('standing.faulty')}>
          {fault}
        </Alert>
      )}
      <ConsoleForm
        intent="check"
        submit={t('standing.check')}
        variant="plain"
        beside={
          <ButtonLink href={signIn} size="small" variant="primary" target="_blank" rel="noreferrer">
            {t('standing.try')}
          </ButtonLink>
        }
      />
      <p className={classes.quiet}>{t('standing.try_text', names)}</p>
    </section>
  )
}
