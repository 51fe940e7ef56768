import { ConsoleForm } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

/** Sends a message again. */
export function ResendForm({ id, recipient }: { readonly id: string; readonly recipient: string }) {
  const t = useText('console_people')
  return (
    <ConsoleForm
      intent={`resend.${id}`}
      submit={t('message.resend')}
      variant="plain"
      about={recipient}
      hidden={{ address: recipient }}
    />
  )
}
