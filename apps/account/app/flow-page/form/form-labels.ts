import type { FlowFormLabels } from '@gatehouse/flow-form/labels'
import { useText } from '../../text/text-source.ts'

/** What a form says beyond the wire's own texts. */
export function useFormLabels(): FlowFormLabels {
  const t = useText('common')
  return {
    or: t('form.or'),
    showPassword: t('form.show_password'),
    hidePassword: t('form.hide_password'),
    capsLock: t('form.caps_lock'),
    errorTitle: t('form.error_title'),
    lastUsed: t('form.last_used'),
    moreProviders: t('form.more_providers'),
    choose: t('form.choose'),
    unsupported: t('form.unsupported'),
    needsScript: t('form.needs_script'),
    codeUsed: t('form.code_used'),
    resendIn: (seconds) => t('form.resend_in', { seconds }),
  }
}
