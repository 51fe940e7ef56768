import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { extract } from 'tar'
import { ConfigError } from '@gatehouse/config/config'
import { digestOf } from './digest.ts'
import { contentsOfCopy } from './held-database.ts'
import { readManifest, whatIsNewer, type BackupFile, type Manifest } from './manifest.ts'
import type { BackupProgress } from './create.ts'

/**
 * Unpacks an archive into an empty folder and compares each file with the manifest: its digest, and of a database the
 * rows of every table.
 * @throws ConfigError if it is no backup, is incomplete, or was created by a newer version.
 */
export async function openArchive(file: string, folder: string, onProgress: BackupProgress): Promise<Manifest> {
  if (!existsSync(file)) throw fault(file, 'does not exist', 'name the archive of a backup')
  try {
    await extract({ file, cwd: folder, strict: true, preserveOwner: false, filter: isPlain })
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw fault(
      file,
      `cannot be unpacked (${why})`,
      'take another backup, or copy this one again from where it was made',
    )
  }
  const manifest = readManifest(folder)
  if (manifest === undefined) throw fault(file, 'is no backup of Gatehouse', 'name a file that backup create has made')
  const newer = whatIsNewer(manifest)
  if (newer !== undefined) {
    throw fault(file, `was made by a newer version: ${newer}`, 'restore it with that version, or a newer one')
  }
  const wrong: string[] = []
  for (const [index, one] of manifest.files.entries()) {
    onProgress(`${one.path} (${index + 1} of ${manifest.files.length}): comparing`)
    const difference = await differenceOf(one, join(folder, ...one.path.split('/')))
    if (difference !== undefined) wrong.push(`${one.path} ${difference}`)
  }
  if (wrong.length === 0) return manifest
  throw fault(file, `is damaged: ${wrong.join('; ')}`, 'take another backup, or copy this one again')
}

/** Links of an archive could lead out of the folder. */
function isPlain(_: string, entry: object): boolean {
  return 'type' in entry && (entry.type === 'File' || entry.type === 'Directory')
}

async function differenceOf({ bytes, sha256, database }: BackupFile, path: string): Promise<string | undefined> {
  if (!existsSync(path)) return 'is missing'
  const found = await digestOf(path)
  if (found.bytes !== bytes || found.sha256 !== sha256) return 'is not what was backed up'
  if (database === undefined) return undefined
  const { rows } = contentsOfCopy(path)
  const table = Object.keys(database.rows).find((name) => rows[name] !== database.rows[name])
  return table && `has ${rows[table] ?? 'no'} rows in ${table}, not ${database.rows[table]}`
}

function fault(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}
