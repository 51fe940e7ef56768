/** A language of the pages: its BCP 47 code, its direction, and its name in itself. */
export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly endonym: string
}

// prettier-ignore
/** Every language there are catalogues of, in the order of the language menu: by its own name, script by script. */
export const languages = [
  { code: 'id',      dir: 'ltr', endonym: 'Bahasa Indonesia' },
  { code: 'cs',      dir: 'ltr', endonym: 'Čeština' },
  { code: 'da',      dir: 'ltr', endonym: 'Dansk' },
  { code: 'de',      dir: 'ltr', endonym: 'Deutsch' },
  { code: 'en',      dir: 'ltr', endonym: 'English' },
  { code: 'es',      dir: 'ltr', endonym: 'Español' },
  { code: 'fr',      dir: 'ltr', endonym: 'Français' },
  { code: 'it',      dir: 'ltr', endonym: 'Italiano' },
  { code: 'hu',      dir: 'ltr', endonym: 'Magyar' },
  { code: 'nl',      dir: 'ltr', endonym: 'Nederlands' },
  { code: 'nb',      dir: 'ltr', endonym: 'Norsk bokmål' },
  { code: 'pl',      dir: 'ltr', endonym: 'Polski' },
  { code: 'pt',      dir: 'ltr', endonym: 'Português' },
  { code: 'ro',      dir: 'ltr', endonym: 'Română' },
  { code: 'fi',      dir: 'ltr', endonym: 'Suomi' },
  { code: 'sv',      dir: 'ltr', endonym: 'Svenska' },
  { code: 'vi',      dir: 'ltr', endonym: 'Tiếng Việt' },
  { code: 'tr',      dir: 'ltr', endonym: 'Türkçe' },
  { code: 'el',      dir: 'ltr', endonym: 'Ελληνικά' },
  { code: 'ru',      dir: 'ltr', endonym: 'Русский' },
  { code: 'uk',      dir: 'ltr', endonym: 'Українська' },
  { code: 'he',      dir: 'rtl', endonym: 'עברית' },
  { code: 'ar',      dir: 'rtl', endonym: 'العربية' },
  { code: 'fa',      dir: 'rtl', endonym: 'فارسی' },
  { code: 'hi',      dir: 'ltr', endonym: 'हिन्दी' },
  { code: 'ko',      dir: 'ltr', endonym: '한국어' },
  { code: 'ja',      dir: 'ltr', endonym: '日本語' },
  { code: 'zh-Hans', dir: 'ltr', endonym: '简体中文' },
] as const satisfies readonly Language[]

/** The BCP 47 code of a language that there are catalogues of. */
export type LanguageCode = (typeof languages)[number]['code']

/** The language of people who ask for none that is here, and the one every other is translated from. */
export const defaultLanguage = 'en' satisfies LanguageCode

/** Whether the pages speak a language of exactly this code. */
export function isLanguageCode(code: unknown): code is LanguageCode {
  return languages.some((language) => language.code === code)
}

/** The row of a language. */
export function languageOf(code: LanguageCode): Language {
  return languages.find((language) => language.code === code) ?? languages[0]
}

/**
 * Every file of a language: `messages` holds the wire's texts, `common` the chrome, the others one page each. Those of the
 * console begin with `console`.
 */
export const namespaces = [
  'messages',
  'common',
  'login',
  'registration',
  'recovery',
  'verification',
  'settings',
  'sessions',
  'activity',
  'data',
  'password',
  'error',
  'welcome',
  'logout',
  'consent',
  'device',
  'brand',
  'console',
  'console_workspace',
  'console_people',
  'console_projects',
  'console_events',
  'console_organizations',
  'console_onboarding',
] as const

/** The name of a catalogue: its file in each language's folder, without `.json`. */
export type Namespace = (typeof namespaces)[number]

/** Whether there is a catalogue of this name. */
export function isNamespace(name: unknown): name is Namespace {
  return namespaces.some((namespace) => namespace === name)
}
