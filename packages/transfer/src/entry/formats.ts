/** The formats that accounts are read from and written in. */
export { carryIdentity } from '../carry-identity.ts'
export { entriesOf } from '../entries-of.ts'
export { isJson, type ImportEntry, type Json, type LeftBehind } from '../import-entry.ts'
export { importFormats, neverCarried, type ImportFormat, type ImportFormatName } from '../import-format.ts'
