import { existsSync } from 'node:fs'
import { mkdir, readdir, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { claimDataFolder } from '../data/data-folder.ts'
import type { BackupProgress } from './create.ts'
import { requireEmpty, restoreInto } from './into-database.ts'
import type { Manifest } from './manifest.ts'
import { openArchive } from './open-archive.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/**
 * Opens an archive in a temporary folder, compares everything, and removes the folder. Throws as `openArchive` does.
 */
export async function verifyBackup(file: string, onProgress: BackupProgress): Promise<Manifest> {
  return inTemporaryFolder(join(tmpdir(), 'gatehouse-verify-'), (folder) => openArchive(file, folder, onProgress))
}

/** The restored data, and the files that an operator has to put back. */
export interface Restored {
  readonly manifest: Manifest
  readonly outside: readonly { readonly file: string; readonly belongsAt: string }[]
}

const draftName = '.restoring'
const lockName = 'gatehouse.lock'
/** The folder of restored files from outside the data folder. */
const outsideName = 'restored-settings'

/**
 * Compares an archive completely, then unpacks it into an empty data folder, and its databases into an empty PostgreSQL
 * database if one is configured. An interrupted restore is repeated; PostgreSQL then needs another database.
 * @throws ConfigError if the folder or the database is not empty or in use, or as `openArchive` does.
 */
export async function restoreBackup(file: string, config: Config, onProgress: BackupProgress): Promise<Restored> {
  const { data } = config
  const url = config.database?.reveal()
  const claimed = claimDataFolder(data)
  try {
    const there = (await readdir(data)).filter((name) => name !== draftName && !name.startsWith(lockName))
    if (there.length > 0) {
      const wrong = `is not empty: it has ${there.slice(0, 3).join(', ')}${there.length > 3 ? ' and more' : ''}`
      const fix = 'set GATEHOUSE_DATA to a folder that is not there yet, or move that one away'
      throw new ConfigError([{ subject: `The data folder ${data}`, wrong, fix }])
    }
    if (url !== undefined) await requireEmpty(url)
    const draft = join(data, draftName)
    await rm(draft, { recursive: true, force: true })
    await mkdir(draft, { mode: 0o700 })
    try {
      const manifest = await openArchive(file, draft, onProgress)
      if (url !== undefined) await restoreInto(url, { file, draft, identity: config.identity }, onProgress)
      await moveEntries(join(draft, 'data'), data)
      if (existsSync(join(draft, 'outside'))) await rename(join(draft, 'outside'), join(data, outsideName))
      const outside = manifest.files.flatMap(({ path, from }) =>
        from === undefined ? [] : [{ file: join(data, outsideName, path.slice('outside/'.length)), belongsAt: from }],
      )
      return { manifest, outside }
    } finally {
      await rm(draft, { recursive: true, force: true })
    }
  } finally {
    claimed.release()
  }
}

async function moveEntries(from: string, to: string): Promise<void> {
  for (const name of await readdir(from)) await rename(join(from, name), join(to, name))
}
