import { shippedCatalogues, negotiateLanguage, translator, type LanguageWishes } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type Language, type LanguageCode } from '@gatehouse/i18n/languages'
import { textReader } from '@gatehouse/i18n/reader'
import type { Resources, SayAny } from '@gatehouse/i18n/translator'
import { namespaces } from './namespaces.ts'
import { catalogueOf, partOf, type TextPart } from './text-part.ts'
import type { TextSource } from './texts.tsx'

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

/** The languages that the console has all its catalogues in. */
export function spokenLanguages(): readonly Language[] {
  const { languages, file } = shippedCatalogues()
  return languages.filter(({ code }) => namespaces.every((namespace) => file(code, namespace) !== undefined))
}

let codes: readonly LanguageCode[] | undefined
const spokenCodes = () => (codes ??= spokenLanguages().map(({ code }) => code))

/** The console's texts in one language, gaps filled in the default language so that one language is enough. */
interface Wording {
  readonly source: TextSource
  /** The texts of each part, as the inside of a JSON object. */
  readonly parts: ReadonlyMap<string, string>
}

const wordings = new Map<LanguageCode, Wording>()

function wordingOf(language: LanguageCode): Wording {
  const present = wordings.get(language)
  if (present !== undefined) return present
  const texts = filledTexts(language)
  const parts = new Map<string, string>()
  for (const namespace of namespaces) {
    for (const [key, text] of Object.entries(texts[namespace] ?? {})) {
      const part = partOf(namespace, key)
      const before = parts.get(part)
      parts.set(part, `${before === undefined ? '' : `${before},`}${JSON.stringify(key)}:${JSON.stringify(text)}`)
    }
  }
  const source: TextSource = { language, texts: textReader(language, (namespace, key) => texts[namespace]?.[key]) }
  const wording = { source, parts }
  wordings.set(language, wording)
  return wording
}

function filledTexts(language: LanguageCode): Resources {
  const fallback = shippedCatalogues().resources(defaultLanguage, namespaces)
  const own = shippedCatalogues().resources(language, namespaces)
  return Object.fromEntries(namespaces.map((namespace) => [namespace, { ...fallback[namespace], ...own[namespace] }]))
}

/** Returns the source of texts while a page is drawn on the server. */
export function serverTexts(language: LanguageCode): TextSource {
  return wordingOf(language).source
}

/** Parts of the catalogues as JSON, as they travel with a page: by namespace and key. */
export function textsOf(language: LanguageCode, parts: readonly TextPart[]): string {
  const wording = wordingOf(language)
  const inside = new Map<string, string[]>()
  for (const part of new Set(parts)) {
    const texts = wording.parts.get(part)
    if (texts === undefined) continue
    const namespace = catalogueOf(part)
    const list = inside.get(namespace) ?? []
    list.push(texts)
    inside.set(namespace, list)
  }
  return `{${[...inside].map(([namespace, texts]) => `"${namespace}":{${texts.join(',')}}`).join(',')}}`
}

/** A language as submitted by the language menu. */
export function parseLanguage(value: string | null): LanguageCode | undefined {
  return spokenCodes().find((code) => code === value)
}
