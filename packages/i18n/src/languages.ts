/** A language of the pages: its BCP 47 code, its direction, and its name in itself. */
export interface Language {
  readonly code: string
  readonly dir: 'ltr' | 'rtl'
  readonly endonym: string
}

// prettier-ignore
/** Every language with full catalogues. The first one is the default. */
export const languages = [
  { code: 'en', dir: 'ltr', endonym: 'English' },
  { code: 'de', dir: 'ltr', endonym: 'Deutsch' },
  { code: 'ar', dir: 'rtl', endonym: 'العربية' },
] as const satisfies readonly Language[]

export type LanguageCode = (typeof languages)[number]['code']

/** The language of people who ask for none that is here. */
export const defaultLanguage: LanguageCode = languages[0].code

export function isLanguageCode(code: unknown): code is LanguageCode {
  return languages.some((language) => language.code === code)
}

export function languageOf(code: LanguageCode): Language {
  return languages.find((language) => language.code === code) ?? languages[0]
}

/** Every file of a language: `messages` holds the wire's texts, `common` the chrome, the others one page each. */
export const namespaces = [
  'messages',
  'common',
  'login',
  'registration',
  'recovery',
  'verification',
  'settings',
  'sessions',
  'error',
  'welcome',
  'logout',
] as const

export type Namespace = (typeof namespaces)[number]
