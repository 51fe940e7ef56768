import { existsSync } from 'node:fs'
import { copyFile, mkdir, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { holdDatabase, type HeldDatabase } from './held-database.ts'
import type { BackupSource } from './sources.ts'

/** An installation as it was at one moment: its databases are held, all other files are copied. */
export interface HeldSources {
  readonly sources: readonly BackupSource[]
  /** By their paths. */
  readonly databases: ReadonlyMap<string, HeldDatabase>
  release(): void
}

/** The maximum number of listings after files that disappeared. */
const mostAttempts = 5

/**
 * Holds the control plane, then the sources that `list` returns, so that everything the control plane refers to exists
 * at its moment. Files that are no databases are copied to `staging` before any slow step. The folder of a project that
 * is deleted meanwhile moves: everything but the control plane is listed again.
 */
export async function holdSources(
  controlPlane: string | undefined,
  list: () => Promise<readonly BackupSource[]>,
  staging: string,
): Promise<HeldSources> {
  const databases = new Map<string, HeldDatabase>()
  const release = () => {
    for (const database of databases.values()) database.release()
  }
  try {
    if (controlPlane !== undefined) databases.set(controlPlane, holdDatabase(controlPlane))
    for (let attempt = 1; ; attempt += 1) {
      const sources = await holdListed(list, databases, staging)
      if (sources !== undefined) return { sources, databases, release }
      if (attempt === mostAttempts) throw new Error('Files of the data folder go while they are listed; try again')
      for (const [from, database] of databases) {
        if (from === controlPlane) continue
        database.release()
        databases.delete(from)
      }
      for (const name of ['data', 'outside']) await rm(join(staging, name), { recursive: true, force: true })
    }
  } catch (error) {
    release()
    throw error
  }
}

/** Returns undefined if a file disappeared after it was listed. */
async function holdListed(
  list: () => Promise<readonly BackupSource[]>,
  databases: Map<string, HeldDatabase>,
  staging: string,
): Promise<readonly BackupSource[] | undefined> {
  let sources: readonly BackupSource[] = []
  try {
    sources = await list()
    for (const { from, isDatabase } of sources) {
      if (isDatabase && !databases.has(from)) databases.set(from, holdDatabase(from))
    }
    for (const source of sources) {
      if (source.isDatabase) continue
      const target = stagedPath(staging, source)
      await mkdir(dirname(target), { recursive: true, mode: 0o700 })
      await copyFile(source.from, target)
    }
    return sources
  } catch (error) {
    const hasGone = error instanceof Error && 'code' in error && error.code === 'ENOENT'
    // SQLite has several errors for a file that is no longer there.
    if (hasGone || sources.some(({ from }) => !existsSync(from))) return undefined
    throw error
  }
}

/** Returns the path of a file's copy among those that will be packed. */
export function stagedPath(staging: string, { path }: Pick<BackupSource, 'path'>): string {
  return join(staging, ...path.split('/'))
}
