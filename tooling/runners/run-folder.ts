import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/**
 * Gives this run a folder of its own for temporary files, and everything it starts as well. Answers how to remove it
 * with all that tests left there: a process that was killed on purpose cleans nothing up.
 */
export async function openRunFolder(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-test-'))
  // Programs that refuse to run as root, such as PostgreSQL, have folders of their own in it.
  await chmod(folder, 0o711)
  process.env['TMPDIR'] = folder
  return () => rm(folder, { recursive: true, force: true, maxRetries: 3 })
}
