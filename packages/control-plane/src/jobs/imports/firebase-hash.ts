import { text } from 'node:stream/consumers'
import { readFirebaseHash } from '@gatehouse/transfer/sources'

import type { ReceivedFile, Staging } from '../../model/staged-import.ts'

/** The parameters of Firebase are a few lines. */
const mostParameterBytes = 8 * 1_024

/** Whether a received file says how Firebase made its hashes. */
export async function isFirebaseHash(imports: Pick<Staging, 'contentOf'>, file: ReceivedFile): Promise<boolean> {
  if (file.bytes > mostParameterBytes) return false
  return readFirebaseHash(await text(imports.contentOf(file.id)())) !== undefined
}
