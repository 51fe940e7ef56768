/** Catalogues of texts on disk, translators over them, and the language a request asks for; for servers. */
export { findLocales, loadCatalogues, shippedCatalogues, spokenLanguages, type Catalogues } from '../catalogues.ts'
export { negotiateLanguage, wishedLanguage, type LanguageWishes } from '../negotiate.ts'
export { overrideCatalogues, overrideRules, type Overrides } from '../overrides.ts'
export { translator } from '../translator.ts'
