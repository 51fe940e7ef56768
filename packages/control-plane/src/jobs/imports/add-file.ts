import { RefusalError } from '../../http/answer.ts'
import { isFirebaseHash } from './firebase-hash.ts'
import { recognizeFile } from './recognize-file.ts'
import { refuseImport, takesFurtherFile } from './refusals.ts'
import type { FurtherFile, ReceivedFile, StagedImport, Staging } from '../../model/staged-import.ts'

/** Adds a file to an import that is an export of another system: what that keeps apart from its people. */
export async function addFile(
  imports: Staging,
  staged: StagedImport,
  name: string,
  receive: () => Promise<ReceivedFile>,
): Promise<StagedImport> {
  if (!takesFurtherFile(staged)) throw refuseImport('single')
  const file = await receive()
  try {
    const added = await imports.add(staged, { id: file.id, name, ...(await kindOf(imports, staged, file, name)) })
    if (added === undefined) throw new RefusalError({ code: 409, reason: 'The file was removed meanwhile.' })
    return added
  } catch (error) {
    await imports.discard(file.id)
    throw error
  }
}

async function kindOf(
  imports: Staging,
  { source }: StagedImport,
  file: ReceivedFile,
  name: string,
): Promise<Pick<FurtherFile, 'format' | 'delimiter'>> {
  if (source === 'firebase' && (await isFirebaseHash(imports, file))) return { format: 'firebase_hash', delimiter: '' }
  const { format, delimiter, source: found } = await recognizeFile(imports, file, name)
  if (found !== source) throw refuseImport('other_source', found)
  return { format, delimiter }
}
