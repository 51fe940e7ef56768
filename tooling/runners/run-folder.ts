import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Creates a folder for the temporary files of this run and of everything that it starts. Returns a function that
 * removes it with everything that tests left there: a process that was killed on purpose cleans nothing up.
 */
export async function openRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  // Programs that refuse to run as root, such as PostgreSQL, have their own folders in it.
  await chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
