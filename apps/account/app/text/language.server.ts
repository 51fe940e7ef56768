import { type Catalogues, loadCatalogues } from '@gatehouse/i18n/catalogues'
import { defaultLanguage, isLanguageCode, type LanguageCode } from '@gatehouse/i18n/languages'
import { type LanguageWishes, negotiateLanguage } from '@gatehouse/i18n/negotiate'
import { translator } from '@gatehouse/i18n/translator'
import type { i18n, TFunction } from 'i18next'
import { namespacesOf } from './namespaces.ts'
import type { TextResources } from './page-texts.ts'

/** The language of one request, and everything said in it. */
export interface Speech {
  readonly language: LanguageCode
  readonly direction: 'ltr' | 'rtl'
  readonly t: TFunction
  /** One per language, never changed, so that requests may share it. */
  readonly i18n: i18n
}

/** Chooses the language of a request. */
export function speak(wishes: LanguageWishes): Speech {
  const { t, lng, dir, i18n } = translator(negotiateLanguage(wishes))
  return { language: lng, direction: dir, t, i18n }
}

let catalogues: Catalogues | undefined

/** The texts that travel with a page, gaps filled in the default language so that one language is enough. */
export function textsOf(language: LanguageCode, pathname: string): TextResources {
  catalogues ??= loadCatalogues()
  const only = namespacesOf(pathname)
  const fallback = catalogues.resources(defaultLanguage, only)
  const own = catalogues.resources(language, only)
  return Object.fromEntries(only.map((namespace) => [namespace, { ...fallback[namespace], ...own[namespace] }]))
}

/** A language as submitted by the language menu. */
export function parseLanguage(value: string | null): LanguageCode | undefined {
  return isLanguageCode(value) ? value : undefined
}
