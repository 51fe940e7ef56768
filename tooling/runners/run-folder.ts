import { accessSync, chmodSync, constants, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Files in memory: a database there waits for no disk, and tests open hundreds of databases. */
const memory = '/dev/shm'

/** A run needs less than a quarter of it, in bytes. */
const enoughMemory = 8 * 1024 ** 3

/**
 * Creates the folder for the temporary files of this run and of everything that it starts: in memory where there is
 * enough and `TMPDIR` names no other folder. The end of the process removes it with everything that tests left there:
 * a process that was killed on purpose cleans nothing up.
 */
export function openRunFolder(): void {
  const folder = (process.env['TMPDIR'] === undefined ? folderInMemory() : undefined) ?? createFolder(tmpdir())
  process.env['TMPDIR'] = folder
  process.once('exit', () => removeFolder(folder))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
}

function createFolder(parent: string): string {
  const folder = mkdtempSync(join(parent, 'gatehouse-test-'))
  // Programs that refuse to run as root, such as PostgreSQL, have their own folders in it.
  chmodSync(folder, 0o711)
  return folder
}

/** Undefined where there is too little memory, or where no program may run from it. */
function folderInMemory(): string | undefined {
  try {
    // Only Linux has it.
    const { bavail, bsize } = statfsSync(memory)
    if (bavail * bsize < enoughMemory) return undefined
  } catch {
    return undefined
  }
  const folder = createFolder(memory)
  const program = join(folder, 'program')
  writeFileSync(program, '', { mode: 0o755 })
  try {
    accessSync(program, constants.X_OK)
    return folder
  } catch {
    removeFolder(folder)
    return undefined
  }
}

function removeFolder(folder: string): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 3 })
}
