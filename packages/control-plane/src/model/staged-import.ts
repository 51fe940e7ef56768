import type { ImportSource } from '@gatehouse/contract/operators'
import type { FileContent, ImportFile, ImportFileFormat } from '@gatehouse/transfer/files'

/** People who were handed in and wait to be looked at. */
export interface StagedImport extends ImportFile {
  readonly id: string
  readonly projectId: string
  /** As it was called where it came from; empty for pasted text. */
  readonly fileName: string
  /** The system that it was exported from; absent: it has a format of ours. */
  readonly source?: ImportSource
  /** What sign-in providers are called here, by what they are called there. */
  readonly providers?: Readonly<Record<string, string>>
  /** Further files of the same export. */
  readonly more?: readonly FurtherFile[]
  /** Unix milliseconds. */
  readonly receivedAt: number
}

/** A file that tells more of the people in another one: hashes, links to providers. */
export interface FurtherFile {
  readonly id: string
  readonly name: string
  /** `firebase_hash`: how Firebase made its hashes, as its console shows it. */
  readonly format: ImportFileFormat | 'firebase_hash'
  readonly delimiter: string
}

/** What was found out about a file that has just arrived. */
export type StagedFacts = Omit<StagedImport, 'id' | 'projectId' | 'receivedAt'>

/** A file that has arrived, and is not described yet. */
export interface ReceivedFile {
  readonly id: string
  readonly bytes: number
}

/** Where files of people wait: they may hold hashes, so they lie sealed, and do not stay. */
export interface Staging {
  /** Keeps a file while it arrives. */
  receive(projectId: string, body: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
  /** Describes a received file: from now on it can be found. Nothing: it is not there any more. */
  describe(projectId: string, file: ReceivedFile, facts: StagedFacts): Promise<StagedImport | undefined>
  /**
   * Adds a received file to another one, with which it goes. Nothing: that is not there any more. Refused where that is no
   * export of another system by now, or has as many as it may have.
   */
  add(staged: StagedImport, file: FurtherFile): Promise<StagedImport | undefined>
  /**
   * Changes what it was exported from, and where its columns go: of what is kept at that moment, which another call may have
   * changed meanwhile. Nothing: it is not there any more.
   */
  change(staged: StagedImport, changed: (kept: StagedImport) => StagedImport): Promise<StagedImport | undefined>
  find(projectId: string, id: string): Promise<StagedImport | undefined>
  /** Newest first. */
  list(projectId: string): Promise<readonly StagedImport[]>
  /** Reads a file, piece by piece. */
  contentOf(id: string): FileContent
  discard(id: string): Promise<void>
  /** Takes away what has waited for too long, of all projects. */
  sweep(): Promise<void>
  /** Removes all files of a project. */
  removeAll(projectId: string): Promise<void>
}
