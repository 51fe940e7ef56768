import { text } from 'node:stream/consumers'
import { readFirebaseHash } from '@gatehouse/transfer/sources'

import type { ReceivedFile, Staging } from '../../model/staged-import.ts'

/** The parameters of Firebase are a few lines. */
const mostParameterBytes = 8 * 1_024

/** Returns whether a received file contains Firebase's hash parameters. */
export async function isFirebaseHash(imports: Pick<Staging, 'contentOf'>, file: ReceivedFile): Promise<boolean> {
  if (file.bytes > mostParameterBytes) return false
  return readFirebaseHash(await text(imports.contentOf(file.id)())) !== undefined
}
