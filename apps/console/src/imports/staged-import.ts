/** How a file says who is in it. */
export type ImportFileFormat = 'csv' | 'json' | 'jsonl'

/** People who were handed in and wait for somebody to look at them. */
export interface StagedImport {
  readonly id: string
  readonly projectId: string
  /** As it was called where it came from; empty for pasted text. */
  readonly fileName: string
  readonly format: ImportFileFormat
  /** Between the cells of a CSV file. */
  readonly delimiter: string
  /** The headings of a CSV file. */
  readonly columns: readonly string[]
  /** Where each column goes; an empty text: nowhere. */
  readonly targets: readonly string[]
  /** The schema of whoever does not name one. */
  readonly schemaId: string
  /** Unix milliseconds. */
  readonly receivedAt: number
}

/** What was found out about a file that has just arrived. */
export type StagedFacts = Omit<StagedImport, 'id' | 'projectId' | 'receivedAt'>

/** A file that has arrived, and is not described yet. */
export interface ReceivedFile {
  readonly id: string
  /** Where it is. */
  readonly path: string
  readonly bytes: number
}

/** Where files of people wait: they may hold hashes, so they are their owner's alone, and do not stay. */
export interface Staging {
  /** Writes a file while it arrives. */
  receive(body: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Describes a received file: from now on it can be found. */
  describe(projectId: string, file: ReceivedFile, facts: StagedFacts): Promise<StagedImport>
  /** Changes where its columns go. */
  change(staged: StagedImport): Promise<void>
  find(projectId: string, id: string): Promise<StagedImport | undefined>
  pathOf(id: string): string
  discard(id: string): Promise<void>
}
