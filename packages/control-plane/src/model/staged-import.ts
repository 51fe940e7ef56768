import type { ImportSource } from '@gatehouse/contract/operators'
import type { FileContent, ImportFile, ImportFileFormat } from '@gatehouse/transfer/files'

/** Uploaded people who wait to be checked. */
export interface StagedImport extends ImportFile {
  readonly id: string
  readonly projectId: string
  /** The original name of the file; empty for pasted text. */
  readonly fileName: string
  /** The system that it was exported from; absent: it has a format of ours. */
  readonly source?: ImportSource
  /** The names of sign-in providers here, by their names in the export. */
  readonly providers?: Readonly<Record<string, string>>
  /** Further files of the same export. */
  readonly more?: readonly FurtherFile[]
  /** Unix milliseconds. */
  readonly receivedAt: number
}

/** A file with more data about the people in another one: hashes, links to providers. */
export interface FurtherFile {
  readonly id: string
  readonly name: string
  /** `firebase_hash`: Firebase's hash parameters, as its console shows them. */
  readonly format: ImportFileFormat | 'firebase_hash'
  readonly delimiter: string
}

/** The properties of a file that has just arrived. */
export type StagedFacts = Omit<StagedImport, 'id' | 'projectId' | 'receivedAt'>

/** A file that has arrived, and is not described yet. */
export interface ReceivedFile {
  readonly id: string
  readonly bytes: number
}

/** The store of files of people: they may contain hashes, so they are sealed and expire. */
export interface Staging {
  /** Stores a file while it arrives. */
  receive(projectId: string, body: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Describes a received file, so that it can be found. Undefined: the file no longer exists. */
  describe(projectId: string, file: ReceivedFile, facts: StagedFacts): Promise<StagedImport | undefined>
  /**
   * Adds a received file to an import. Undefined: the import no longer exists. Refuses if it is an export of another
   * system by now, or of none, or has the maximum number of files.
   */
  add(staged: StagedImport, file: FurtherFile): Promise<StagedImport | undefined>
  /**
   * Changes the source and the column targets of the currently stored import, which another call may have changed
   * meanwhile. Undefined: it no longer exists.
   */
  change(staged: StagedImport, changed: (kept: StagedImport) => StagedImport): Promise<StagedImport | undefined>
  find(projectId: string, id: string): Promise<StagedImport | undefined>
  /** Newest first. */
  list(projectId: string): Promise<readonly StagedImport[]>
  /** Reads a file, piece by piece. */
  contentOf(id: string): FileContent
  discard(id: string): Promise<void>
  /** Removes expired files of all projects. */
  sweep(): Promise<void>
  /** Removes all files of a project. */
  removeAll(projectId: string): Promise<void>
}
