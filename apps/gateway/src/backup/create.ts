import { existsSync } from 'node:fs'
import { chmod, mkdir, open, rename, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { create } from 'tar'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { refuseMovedFiles } from '../data/moved-files.ts'
import { digestOf } from './digest.ts'
import { contentsOfCopy, type HeldDatabase } from './held-database.ts'
import { holdServer } from './held-server.ts'
import { holdSources, stagedPath } from './held-sources.ts'
import { manifestName, manifestOf, type BackupFile, type Manifest } from './manifest.ts'
import { controlPlaneOf, requireFiles, sourcesOf, type BackupSource } from './sources.ts'
import { inTemporaryFolder } from './temporary-folder.ts'

/** Receives the progress, in a line for people. */
export type BackupProgress = (line: string) => void

/** The result of a backup. */
export interface CreatedBackup {
  readonly file: string
  readonly bytes: number
  /** The moment of the data: everything that was acknowledged before it is included. */
  readonly momentOfData: Date
  readonly manifest: Manifest
}

/**
 * Copies an installation into one archive (mode 0600), while it runs. All databases are read at one moment; the archive
 * gets its name once it is complete, and a failed or interrupted one is removed. Data in PostgreSQL are archived as
 * files would be.
 * @throws ConfigError if the target cannot be used, or a part of the installation cannot be reached from here.
 */
export async function createBackup(config: Config, to: string, onProgress: BackupProgress): Promise<CreatedBackup> {
  const file = await fileOf(config, to)
  requireFiles(config)
  refuseMovedFiles(config)
  return inTemporaryFolder(join(dirname(file), '.gatehouse-backup-'), async (staging) => {
    // Taken before any database is held: later writes may be in one database and not in another.
    const momentOfData = new Date()
    const manifest = await copyInto(staging, config, onProgress)
    onProgress('packing')
    const draft = join(staging, 'archive.tar.gz')
    // The manifest is the first file, so that a reader of the archive knows its contents.
    await create({ file: draft, cwd: staging, gzip: true, portable: true, mode: 0o600, strict: true }, [
      manifestName,
      ...manifest.files.map(({ path }) => path),
    ])
    await chmod(draft, 0o600)
    // After a power failure the archive is complete, or does not exist.
    await flush(draft)
    await rename(draft, file)
    return { file, bytes: (await stat(file)).size, momentOfData, manifest }
  })
}

async function copyInto(staging: string, config: Config, onProgress: BackupProgress): Promise<Manifest> {
  const url = config.database?.reveal()
  const held =
    url === undefined
      ? await holdSources(controlPlaneOf(config), () => sourcesOf(config), staging)
      : await holdServer(config, url, staging)
  const { sources, databases } = held
  try {
    const files: BackupFile[] = []
    for (const [index, source] of sources.entries()) {
      const say = (line: string) => onProgress(`${source.path} (${index + 1} of ${sources.length})${line}`)
      files.push(await stage(source, { staging, database: databases.get(source.from), say }))
    }
    const manifest = manifestOf(files)
    await writeFile(join(staging, manifestName), JSON.stringify(manifest, undefined, 2), { mode: 0o600 })
    return manifest
  } finally {
    held.release()
  }
}

/** Copies a database; other files are already copied. */
async function stage(
  source: BackupSource,
  work: { readonly staging: string; readonly database: HeldDatabase | undefined; readonly say: BackupProgress },
): Promise<BackupFile> {
  const { staging, database, say } = work
  const target = stagedPath(staging, source)
  await mkdir(dirname(target), { recursive: true, mode: 0o700 })
  await database?.copyTo(target, (line) => say(`: ${line}`))
  say(': copied')
  return {
    path: source.path,
    ...(await digestOf(target)),
    ...(database !== undefined && { database: contentsOfCopy(target) }),
    ...(source.isOutside && { from: resolve(source.from) }),
  }
}

/** Waits until a file is on the disk. */
async function flush(path: string): Promise<void> {
  const handle = await open(path)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** A folder gets a file named after the time. */
async function fileOf({ data }: Config, to: string): Promise<string> {
  const isFolder = to.endsWith('/') || (existsSync(to) && (await stat(to)).isDirectory())
  const file = resolve(isFolder ? join(to, `gatehouse-${stamp()}.tar.gz`) : to)
  if (!relative(data, file).startsWith('..')) {
    throw unusable(
      file,
      'is in the data folder, and would be lost with it',
      'name a place elsewhere, best on another disk',
    )
  }
  if (existsSync(file)) throw unusable(file, 'is there already', 'name another file, or a folder')
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  return file
}

function unusable(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}

/** Returns a stamp such as 20270131T042500Z. */
const stamp = () => new Date().toISOString().replaceAll(/[-:]|\.\d+/g, '')
