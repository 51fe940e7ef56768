import type { FlowFormLabels } from '@gatehouse/flow-form/labels'
import { createTranslator } from '@gatehouse/i18n/create-translator'
import arabicCommon from '../../locales/ar/common.json'
import arabicMessages from '../../locales/ar/messages.json'
import englishCommon from '../../locales/en/common.json'
import englishMessages from '../../locales/en/messages.json'
import type { Look } from './look.ts'

const resources = {
  en: { common: englishCommon, messages: englishMessages },
  ar: { common: arabicCommon, messages: arabicMessages },
}

/** A translator of the flows' messages. */
export function translatorOf(language: Look['language']) {
  return createTranslator(language, resources[language]).t
}

/** What a form says beyond the wire's own texts. */
export function labelsOf(t: ReturnType<typeof translatorOf>): FlowFormLabels {
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
