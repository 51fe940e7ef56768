import { shippedCatalogues, type Catalogues } from './catalogues.ts'
import { createTranslator, type Translator } from './create-translator.ts'
import { defaultLanguage, type LanguageCode } from './languages.ts'
import { overrideCatalogues, type Overrides } from './overrides.ts'

let own: ((lng: LanguageCode) => Translator) | undefined
const others = new WeakMap<Overrides, (lng: LanguageCode) => Translator>()

/**
 * Returns the translator of a language over the program's catalogues: read once, one instance per language. `overrides`
 * replace the catalogues' own texts. Server only.
 */
export function translator(lng: LanguageCode, overrides?: Overrides): Translator {
  if (overrides === undefined) return (own ??= createTranslators(shippedCatalogues()))(lng)
  const known = others.get(overrides) ?? createTranslators(overrideCatalogues(shippedCatalogues(), overrides))
  others.set(overrides, known)
  return known(lng)
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
