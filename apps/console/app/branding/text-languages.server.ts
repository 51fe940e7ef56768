import { shippedCatalogues, translator } from '@gatehouse/i18n/catalogues'
import { defaultLanguage } from '@gatehouse/i18n/languages'
import { pageTexts } from './fields.ts'

/** The languages that texts can be written in, and the one that an address names. */
export function textLanguages(asked: string | null) {
  const languages = shippedCatalogues().languages.map(({ code, endonym }) => ({ code, name: endonym }))
  return { languages, language: languages.find(({ code }) => code === asked)?.code ?? defaultLanguage }
}

/** Returns the default texts of pages in a language, by namespace and key. */
export function builtInTexts(language: string): Readonly<Record<string, string>> {
  const { t } = translator(language)
  // A placeholder of a text is shown by its name.
  const brand = '{{brand}}'
  return Object.fromEntries(
    pageTexts.map(({ namespace, key }) => [`${namespace}.${key}`, t(`${namespace}:${key}`, { brand })]),
  )
}
