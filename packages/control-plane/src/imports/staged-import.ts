import type { ImportFile } from '@gatehouse/transfer/files'

/** People who were handed in and wait to be looked at. */
export interface StagedImport extends ImportFile {
  readonly id: string
  readonly projectId: string
  /** As it was called where it came from; empty for pasted text. */
  readonly fileName: string
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
  /** Newest first. */
  list(projectId: string): Promise<readonly StagedImport[]>
  pathOf(id: string): string
  discard(id: string): Promise<void>
}
