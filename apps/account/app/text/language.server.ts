import {
  shippedCatalogues,
  spokenLanguages,
  negotiateLanguage,
  overrideCatalogues,
  translator,
  type Catalogues,
  type LanguageWishes,
  type Overrides,
} from '@gatehouse/i18n/catalogues'
import { defaultLanguage, type LanguageCode, type Namespace } from '@gatehouse/i18n/languages'
import type { SayAny } from '@gatehouse/i18n/translator'
import type { TextResources } from './page-texts.ts'

/** The language of one request, and everything said in it. */
export interface Speech {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly t: SayAny
}

/** Chooses the language of a request. `overrides` replace the catalogues' own texts. */
export function speak(wishes: LanguageWishes, overrides?: Overrides): Speech {
  const { t, lng, dir } = translator(negotiateLanguage(wishes, spokenLanguages()), overrides)
  return { language: lng, direction: dir, t }
}

/** Texts in all languages, and the sources made of them. */
interface Wording {
  readonly catalogues: Catalogues
  readonly known: Map<string, string>
}

let own: Wording | undefined
const others = new WeakMap<Overrides, Wording>()

function wordingOf(overrides: Overrides | undefined): Wording {
  if (overrides === undefined) return (own ??= wordingFrom(shippedCatalogues()))
  const wording = others.get(overrides) ?? wordingFrom(overrideCatalogues(shippedCatalogues(), overrides))
  others.set(overrides, wording)
  return wording
}

const wordingFrom = (catalogues: Catalogues): Wording => ({ catalogues, known: new Map() })

/** The texts that travel with a page as JSON, gaps filled in the default language so that one language is enough. */
export function textsOf(language: LanguageCode, namespaces: readonly Namespace[], overrides?: Overrides): string {
  const wording = wordingOf(overrides)
  const key = [language, ...namespaces].join('/')
  const texts = wording.known.get(key) ?? JSON.stringify(collectTexts(language, namespaces, wording))
  wording.known.set(key, texts)
  return texts
}

function collectTexts(
  language: LanguageCode,
  namespaces: readonly Namespace[],
  { catalogues: from }: Wording,
): TextResources {
  const fallback = from.resources(defaultLanguage, namespaces)
  const said = from.resources(language, namespaces)
  return Object.fromEntries(namespaces.map((namespace) => [namespace, { ...fallback[namespace], ...said[namespace] }]))
}

/** Returns a language as submitted by the language menu. */
export function parseLanguage(value: string | null): LanguageCode | undefined {
  return shippedCatalogues().language(value)?.code
}

let menu: string | undefined

/** The lines of the language menu, as JSON: it travels with every page. */
export function languageMenu(): string {
  return (menu ??= JSON.stringify(shippedCatalogues().languages))
}
