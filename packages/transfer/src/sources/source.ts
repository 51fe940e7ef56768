import type { Json } from '../import-entry.ts'
import type { ForeignPerson } from './foreign-person.ts'

/** The settings of a move besides the files. */
export interface SourceOptions {
  /** Returns the provider's id here, by its id there and the usual one here. */
  readonly provider: (there: string, usual: string) => string
  /** How Firebase hashed, as its console shows it. */
  readonly firebaseHash?: Json
}

/** How the export of another identity system is read. */
export interface Source {
  readonly title: string
  /** Fields that tell a record of this system from those of others: all of one of these lists. */
  readonly marks: readonly (readonly string[])[]
  /** The key of the list of people, if the document is no list itself. */
  readonly list?: string
  /** Returns the person to whom a record only adds; undefined for a record of a person. */
  readonly more?: (record: Json) => string | undefined
  /** A person; a text says why a record is none, or why no account should be made of it. */
  readonly person: (record: Json, more: readonly Json[], options: SourceOptions) => ForeignPerson | string
}
