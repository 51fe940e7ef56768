/** Checks for missing and faulty texts of catalogues. */
export { textProblems } from '../check-text.ts'
export { checkCatalogues, stem, unusedKeys } from '../check.ts'
