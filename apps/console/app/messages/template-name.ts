import { mailNames } from '../mails/names.ts'
import { templateText } from '../events/words.ts'
import { useText } from '../text/texts.tsx'
import { oneOf } from '@gatehouse/i18n/translator'

/** Names a kind of message: "Verification code". A kind that our own service does not send is named by its id. */
export function useTemplateName(): (template: string) => string {
  const mails = useText('console_branding')
  const words = useText('console_activity')
  return (template) => {
    const known = oneOf(mailNames, template)
    if (known !== undefined) return mails(`mail.${known}`)
    const text = templateText(words, template)
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
}
