import { createTranslator } from '@gatehouse/i18n/translator'
import arabicCommon from '../../locales/ar/common.json'
import arabicMessages from '../../locales/ar/messages.json'
import englishCommon from '../../locales/en/common.json'
import englishMessages from '../../locales/en/messages.json'
import type { Look } from './look.ts'

const resources = {
  en: { common: englishCommon, messages: englishMessages },
  ar: { common: arabicCommon, messages: arabicMessages },
}

/** Returns a translator of the flows' messages. */
export function translatorOf(language: Look['language']) {
  return createTranslator(language, resources[language]).t
}
