import { TextField } from '../form/console-form.tsx'
import { useText } from '../text/texts.tsx'

/** The field for the reason of an action, for the audit log. */
export function ReasonField({ required = false, hint }: { readonly required?: boolean; readonly hint?: string }) {
  const t = useText('console_people')
  return (
    <TextField
      name="reason"
      label={t('reason.label')}
      hint={hint ?? t(required ? 'reason.required' : 'reason.hint')}
      maxLength={300}
      required={required}
      autoComplete="off"
      dir="auto"
    />
  )
}
