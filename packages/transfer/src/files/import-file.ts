/** The format of a file of people. */
export type ImportFileFormat = 'csv' | 'json' | 'jsonl'

/** How a file of people is read. */
export interface ImportFile {
  readonly format: ImportFileFormat
  /** Between the cells of a CSV file. */
  readonly delimiter: string
  /** The headings of a CSV file. */
  readonly columns: readonly string[]
  /** The target of each column; an empty text: none. */
  readonly targets: readonly string[]
  /** The schema of an entry that names none. */
  readonly schemaId: string
}

/** An identity schema as a project lists it. */
export interface KnownSchema {
  readonly id: string
  readonly schema: Readonly<Record<string, unknown>>
}

/** One line of a table, in bytes. */
export const recordBytes = 1_024 * 1_024

/** Reads the bytes of a file from its beginning, regardless of its storage. */
export type FileContent = () => AsyncIterable<Uint8Array>
