import type { ImportSource } from '@gatehouse/contract/operators'
import { type FileContent, recognize, type ImportFileFormat } from '@gatehouse/transfer/files'
import { recognizeSource } from '@gatehouse/transfer/sources'

import { refuseImport } from './refusals.ts'
import type { ReceivedFile, Staging } from '../../model/staged-import.ts'

/** The recognized format of a file. */
export interface RecognizedFile {
  readonly format: ImportFileFormat
  readonly delimiter: string
  readonly columns: readonly string[]
  /** The system that it was exported from; absent: a format of ours, or unknown. */
  readonly source: ImportSource | undefined
  readonly content: FileContent
}

/** Recognizes the format of a received file; refuses a file without people. */
export async function recognizeFile(
  imports: Pick<Staging, 'contentOf'>,
  file: ReceivedFile,
  name: string,
): Promise<RecognizedFile> {
  if (file.bytes === 0) throw refuseImport('empty')
  const content = imports.contentOf(file.id)
  const recognized = await recognize(content)
  if (recognized.kind !== 'recognized') throw refuseImport(recognized.kind)
  const { format, delimiter, columns } = recognized
  return { format, delimiter, columns, content, source: await recognizeSource({ name, format, delimiter, content }) }
}
