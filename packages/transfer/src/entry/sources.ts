/** People of other identity systems. */
export { readFirebaseHash } from '../sources/firebase.ts'
export { planTraits, type TraitPlan } from '../sources/identity-of-person.ts'
export { readKratosDatabases } from '../sources/read-kratos.ts'
export { readSource } from '../sources/read-source.ts'
export { recognizeSource } from '../sources/recognize-source.ts'
export type { RecordPosition } from '../sources/records.ts'
export { sourceFileOnDisk, type SourceFile } from '../sources/source-file.ts'
export { sourceNames, type SourceName } from '../sources/sources.ts'
