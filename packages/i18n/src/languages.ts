/** A language that there are texts in: its code, its direction, and its name in itself. */
export interface Language {
  readonly code: LanguageCode
  readonly dir: 'ltr' | 'rtl'
  readonly endonym: string
}

/** BCP 47 code of a language: the name of its folder in `locales`. */
export type LanguageCode = string

/** The language of people who ask for none that is here, and the one every other is translated from. */
export const defaultLanguage = 'en'

/** Scripts that are written from right to left (ISO 15924), as CLDR has them. */
const rightToLeft: ReadonlySet<string> = new Set(['Adlm', 'Arab', 'Hebr', 'Nkoo', 'Rohg', 'Samr', 'Syrc', 'Thaa'])

/** Returns the direction of a language, by the script that it is mostly written in. */
export function directionOf(code: LanguageCode): Language['dir'] {
  return rightToLeft.has(new Intl.Locale(code).maximize().script ?? '') ? 'rtl' : 'ltr'
}

/** Languages in the order of the language menu: by their own names, script by script, as Unicode collates them. */
export function inMenuOrder(languages: readonly Language[]): readonly Language[] {
  const collator = new Intl.Collator('und')
  return languages.toSorted((one, other) => collator.compare(one.endonym, other.endonym))
}

/**
 * Every file of a language: `messages` holds the wire's texts, `common` the chrome, `mails` the courier's messages, the
 * others one page each. Those of the console begin with `console`.
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
  'mails',
  'console',
  'console_activity',
  'console_workspace',
  'console_people',
  'console_projects',
  'console_branding',
  'console_events',
  'console_organizations',
  'console_onboarding',
] as const

/** The name of a catalogue: its file in each language's folder, without `.json`. */
export type Namespace = (typeof namespaces)[number]

/** Tells whether there is a catalogue of this name. */
export function isNamespace(name: unknown): name is Namespace {
  return namespaces.some((namespace) => namespace === name)
}
