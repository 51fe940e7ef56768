import { type Catalogues, loadCatalogues } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, isLanguageCode, type LanguageCode, type Namespace } from '@gatehouse/i18n/languages'
import { type LanguageWishes, negotiateLanguage } from '@gatehouse/i18n/negotiate'
import { translator } from '@gatehouse/i18n/translator'
import type { TFunction } from 'i18next'
import { namespacesOf } from './namespaces.ts'
import type { TextResources } from './page-texts.ts'

/** The language of one request, and everything said in it. */
export interface Speech {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly t: TFunction
}

/** Chooses the language of a request. */
export function speak(wishes: LanguageWishes): Speech {
  const { t, lng, dir } = translator(negotiateLanguage(wishes))
  return { language: lng, direction: dir, t }
}

let catalogues: Catalogues | undefined
const known = new Map<string, string>()

/** The texts that travel with a page as JSON, gaps filled in the default language so that one language is enough. */
export function textsOf(language: LanguageCode, pathname: string): string {
  const namespaces = namespacesOf(pathname)
  const key = [language, ...namespaces].join('/')
  const texts = known.get(key) ?? JSON.stringify(collectTexts(language, namespaces))
  known.set(key, texts)
  return texts
}

function collectTexts(language: LanguageCode, namespaces: readonly Namespace[]): TextResources {
  catalogues ??= loadCatalogues()
  const fallback = catalogues.resources(defaultLanguage, namespaces)
  const own = catalogues.resources(language, namespaces)
  return Object.fromEntries(namespaces.map((namespace) => [namespace, { ...fallback[namespace], ...own[namespace] }]))
}

/** A language as submitted by the language menu. */
export function parseLanguage(value: string | null): LanguageCode | undefined {
  return isLanguageCode(value) ? value : undefined
}
