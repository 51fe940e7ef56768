import { CodeField, ConsoleForm, SecretField } from '../../form/console-form.tsx'
import type { Onboarding } from '../../onboarding/portal.server.ts'
import { useText } from '../../text/texts.tsx'

/** What the provider shows once the application is registered there. */
export function ConnectionStep({ connection }: Pick<Onboarding, 'connection'>) {
  const t = useText('console_onboarding')
  return (
    <ConsoleForm intent="connect" submit={t('connect.submit')}>
      <p>{t(connection === null ? 'connect.text' : 'connect.change')}</p>
      <CodeField
        name="issuer_url"
        label={t('connect.issuer')}
        hint={t('connect.issuer_hint')}
        defaultValue={connection?.issuer_url ?? ''}
        type="url"
        required
      />
      <CodeField
        name="client_id"
        label={t('connect.client_id')}
        hint={t('connect.client_id_hint')}
        defaultValue={connection?.client_id ?? ''}
        required
      />
      <SecretField
        name="client_secret"
        label={t('connect.client_secret')}
        hint={t(connection?.has_secret === true ? 'connect.secret_kept' : 'connect.secret_hint')}
        required={connection?.has_secret !== true}
      />
    </ConsoleForm>
  )
}
