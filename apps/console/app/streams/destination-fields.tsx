import { CodeField, SecretField, TextField } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

/** The field of a stream's name. */
export function NameField({ name = '' }: { readonly name?: string }) {
  const t = useText('console_events')
  return (
    <TextField
      name="name"
      label={t('field.name')}
      hint={t('field.name_hint')}
      defaultValue={name}
      maxLength={100}
      autoComplete="off"
    />
  )
}

/** The destination of an https stream, and its credentials. */
export interface HttpsFieldsProps {
  readonly endpoint?: string
  readonly user?: string
  /** There is a password already; it is never shown. */
  readonly hasPassword?: boolean
}

/** The fields of a destination on the web. */
export function HttpsFields({ endpoint = '', user = '', hasPassword = false }: HttpsFieldsProps) {
  const t = useText('console_events')
  return (
    <>
      <CodeField
        name="endpoint"
        label={t('field.endpoint')}
        hint={t('field.endpoint_hint')}
        type="url"
        inputMode="url"
        defaultValue={endpoint}
        maxLength={2_000}
        required
      />
      <CodeField name="user" label={t('field.user')} hint={t('field.user_hint')} defaultValue={user} />
      <SecretField
        name="password"
        label={t('field.password')}
        hint={hasPassword ? t('field.password_known') : undefined}
        autoComplete="new-password"
      />
    </>
  )
}

/** The fields of a topic at Amazon SNS. */
export function SnsFields({ topic = '', role = '' }: { readonly topic?: string; readonly role?: string }) {
  const t = useText('console_events')
  return (
    <>
      <CodeField name="topic" label={t('field.topic')} hint={t('field.topic_hint')} defaultValue={topic} required />
      <CodeField name="role" label={t('field.role')} hint={t('field.role_hint')} defaultValue={role} required />
    </>
  )
}
