/** Texts that pages asked for and no catalogue had. */
export { mergeMissing, type MergeStep } from '../missing/merge-missing.ts'
export { missingFolder, type MissingCollection } from '../missing/missing-folder.ts'
export { missingLimits, parseCatalogueName, parseMissing } from '../missing/missing-text.ts'
