import type { Json } from '../import-entry.ts'
import type { ForeignPerson } from './foreign-person.ts'

/** What the person who moves in says besides the files. */
export interface SourceOptions {
  /** What a provider is called here, by what it is called there and what that usually becomes. */
  readonly provider: (there: string, usual: string) => string
  /** How Firebase hashed, as its console shows it. */
  readonly firebaseHash?: Json
}

/** How the export of another identity system is read. */
export interface Source {
  readonly title: string
  /** Fields that tell a record of this system from those of others: all of one of these lists. */
  readonly marks: readonly (readonly string[])[]
  /** Where a document has its people, if it is no list itself. */
  readonly list?: string
  /** A record that only adds to a person, and to which; nothing for a person. */
  readonly more?: (record: Json) => string | undefined
  /** A person; a text says why a record is none, or why no account should be made of it. */
  readonly person: (record: Json, more: readonly Json[], options: SourceOptions) => ForeignPerson | string
}
