import { CopyField } from '@gatehouse/design/controls'
import { CodeField, ConsoleForm, SecretField, TextField } from '../../form/console-form.tsx'
import { useText } from '../../text/texts.tsx'
import { useCopyTexts } from '../../form/use-copy-texts.ts'
import type { ConnectionValues } from './connection-fields.server.ts'

export interface ConnectionFormProps {
  readonly values: ConnectionValues
  readonly hasSecret: boolean
  /** To be registered at the provider. */
  readonly redirectUri: string
}

/** The values that a provider issues for a registered application, and those that it needs to know. */
export function ConnectionForm({ values, hasSecret, redirectUri }: ConnectionFormProps) {
  const t = useText('console_organizations')
  const texts = useCopyTexts()
  return (
    <ConsoleForm intent="save" submit={t('connection.save')} before={JSON.stringify(values)}>
      <CopyField
        label={t('connection.redirect')}
        value={redirectUri}
        texts={texts}
        hint={t('connection.redirect_hint')}
      />
      <CodeField
        name="issuer_url"
        label={t('connections.issuer')}
        hint={t('connection.issuer_hint')}
        defaultValue={values.issuer_url}
        type="url"
      />
      <CodeField name="client_id" label={t('connection.client_id')} defaultValue={values.client_id} required />
      <SecretField
        name="client_secret"
        label={t('connection.client_secret')}
        hint={hasSecret ? t('connection.secret_kept') : undefined}
      />
      <TextField
        name="label"
        label={t('connection.label')}
        hint={t('connection.label_hint')}
        defaultValue={values.label}
        maxLength={100}
        autoComplete="off"
      />
      <CodeField
        name="scope"
        label={t('connection.scope')}
        hint={t('connection.scope_hint')}
        defaultValue={values.scope}
      />
      <CodeField
        name="mapper_url"
        label={t('connection.mapper')}
        hint={t('connection.mapper_hint')}
        defaultValue={values.mapper_url}
      />
    </ConsoleForm>
  )
}
