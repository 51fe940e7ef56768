import { shippedCatalogues, translator } from '@gatehouse/i18n/catalogues'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { pageTexts } from './fields.ts'

/** The languages that texts can be written in, and the one that an address names. */
export function textLanguages(asked: string | null) {
  const languages = shippedCatalogues().languages.map(({ code, endonym }) => ({ code, name: endonym }))
  return { languages, language: languages.find(({ code }) => code === asked)?.code ?? defaultLanguage }
}

/** What pages say in a language as they come, by namespace and key. */
export function builtInTexts(language: string): Readonly<Record<string, string>> {
  const { t } = translator(language)
  // What a text is filled with is shown by its name.
  const brand = '{{brand}}'
  return Object.fromEntries(
    pageTexts.map(({ namespace, key }) => [`${namespace}.${key}`, t(`${namespace}:${key}`, { brand })]),
  )
}
