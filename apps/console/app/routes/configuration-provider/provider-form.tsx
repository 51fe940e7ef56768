import { providerKinds } from '../../configuration/provider-kinds.ts'
import { ChoiceField, CodeField, ConsoleForm, SecretField, TextField } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import type { ProviderValues } from './provider-fields.server.ts'

export interface ProviderFormProps {
  /** `new`, or the id it has. */
  readonly id: string
  readonly revision: string
  readonly values: ProviderValues
  readonly hasSecret: boolean
  /** Where the provider sends people back to, without the id at its end. */
  readonly callback: string
}

/** Everything that most providers need; the rest is in the text. */
export function ProviderForm({ id, revision, values, hasSecret, callback }: ProviderFormProps) {
  const t = useText('console_projects')
  const isNew = id === 'new'
  const isKnown = providerKinds.some(({ value }) => value === values.kind)
  const kinds = isKnown ? providerKinds : [...providerKinds, { value: values.kind, label: values.kind }]
  return (
    <ConsoleForm intent="review" submit={t('configuration.review')} hidden={{ revision, ...(isNew ? {} : { id }) }}>
      <ChoiceField name="kind" label={t('provider.kind')} defaultValue={values.kind} options={kinds} />
      {isNew && (
        <CodeField
          name="id"
          label={t('provider.id')}
          hint={t('provider.id_hint')}
          required
          pattern="[A-Za-z0-9][A-Za-z0-9_.~\-]{0,63}"
        />
      )}
      <p>
        {t('provider.callback')} <code dir="ltr">{callback + (isNew ? `{${t('provider.id')}}` : id)}</code>
      </p>
      <TextField name="label" label={t('provider.label')} hint={t('provider.label_hint')} defaultValue={values.label} />
      <CodeField name="client_id" label={t('provider.client_id')} defaultValue={values.client_id} required />
      <SecretField
        name="client_secret"
        label={t('provider.client_secret')}
        hint={hasSecret ? t('configuration.secret_hint') : undefined}
      />
      <CodeField
        name="issuer_url"
        label={t('provider.issuer')}
        hint={t('provider.issuer_hint')}
        defaultValue={values.issuer_url}
        type="url"
      />
      <CodeField
        name="microsoft_tenant"
        label={t('provider.tenant')}
        hint={t('provider.tenant_hint')}
        defaultValue={values.microsoft_tenant}
      />
      <CodeField name="scope" label={t('provider.scope')} hint={t('provider.scope_hint')} defaultValue={values.scope} />
      <CodeField
        name="mapper_url"
        label={t('provider.mapper')}
        hint={t('provider.mapper_hint')}
        defaultValue={values.mapper_url}
      />
    </ConsoleForm>
  )
}
