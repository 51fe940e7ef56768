/** What a catalogue lacks. */
export { textProblems } from '../check-text.ts'
export { checkCatalogues, stem, unusedKeys } from '../check.ts'
