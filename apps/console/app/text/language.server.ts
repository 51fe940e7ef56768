import { shippedCatalogues, negotiateLanguage, translator, type LanguageWishes } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type Language, type LanguageCode } from '@gatehouse/i18n/languages'
import type { SayAny } from '@gatehouse/i18n/translator'
import { namespaces } from './namespaces.ts'

/** The language of one request, and everything said in it. */
export interface Speech {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly t: SayAny
}

/** Chooses the language of a request. */
export function speak(wishes: LanguageWishes): Speech {
  const { t, lng, dir } = translator(negotiateLanguage(wishes, spokenCodes()))
  return { language: lng, direction: dir, t }
}

/** The languages that the console has texts of. */
export function spokenLanguages(): readonly Language[] {
  const { languages, file } = shippedCatalogues()
  return languages.filter(({ code }) => file(code, 'console') !== undefined)
}

let codes: readonly LanguageCode[] | undefined
const spokenCodes = () => (codes ??= spokenLanguages().map(({ code }) => code))

const known = new Map<LanguageCode, string>()

/** The console's texts as JSON, gaps filled in the default language so that one language is enough. */
export function textsOf(language: LanguageCode): string {
  const present = known.get(language)
  if (present !== undefined) return present
  const fallback = shippedCatalogues().resources(defaultLanguage, namespaces)
  const own = shippedCatalogues().resources(language, namespaces)
  const texts = JSON.stringify(Object.fromEntries(namespaces.map((ns) => [ns, { ...fallback[ns], ...own[ns] }])))
  known.set(language, texts)
  return texts
}

/** A language as submitted by the language menu. */
export function parseLanguage(value: string | null): LanguageCode | undefined {
  return spokenCodes().find((code) => code === value)
}
