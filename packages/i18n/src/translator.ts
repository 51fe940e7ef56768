import { shippedCatalogues, type Catalogues } from './catalogues.ts'
import { createTranslator, type Translator } from './create-translator.ts'
import { defaultLanguage, type LanguageCode } from './languages.ts'

let shared: ((lng: LanguageCode) => Translator) | undefined

/** The translator of a language over the repository's catalogues: read once, one instance per language. Server only. */
export function translator(lng: LanguageCode): Translator {
  shared ??= createTranslators(shippedCatalogues())
  return shared(lng)
}

/** Translators over given catalogues, each made on first use. */
export function createTranslators(catalogues: Catalogues): (lng: LanguageCode) => Translator {
  const made = new Map<LanguageCode, Translator>()
  return (lng) => {
    const known = made.get(lng)
    if (known) return known
    const fresh = createTranslator(lng, catalogues.resources(lng), catalogues.resources(defaultLanguage))
    made.set(lng, fresh)
    return fresh
  }
}
