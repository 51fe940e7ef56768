/** Files of people: recognizing, checking and reading them. */
export { checkFile, type Checked } from '../files/check-file.ts'
export type { FileContent, ImportFile, ImportFileFormat, KnownSchema } from '../files/import-file.ts'
export { readFileOfPeople, type FilePosition, type ImportedEntry } from '../files/read-file.ts'
export { recognize } from '../files/recognize.ts'
export { columnsOf } from '../files/sample.ts'
export { guessTargets, isTarget } from '../files/targets.ts'
