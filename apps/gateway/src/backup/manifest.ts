import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { readMigrations as controlPlaneMigrations } from '@gatehouse/control-plane/database'
import { readMigrations as identityMigrations } from '@gatehouse/identity/database'

/** Raised when an older Gatehouse would read a backup wrongly. */
const formatNumber = 1

/** The manifest's name in an archive, beside the folders `data` and `outside`. */
export const manifestName = 'manifest.json'

const fileShape = z.object({
  /** Relative to the archive, with slashes. */
  path: z.string(),
  bytes: z.number(),
  sha256: z.string(),
  /** Of a database: its migrations, the oldest first, and the number of rows of each table. */
  database: z.object({ migrations: z.array(z.string()), rows: z.record(z.string(), z.number()) }).optional(),
  /** The original path of a file from outside the data folder. */
  from: z.string().optional(),
})

const shape = z.object({
  product: z.literal('gatehouse'),
  format: z.number(),
  createdAt: z.iso.datetime(),
  files: z.array(fileShape),
})

/** The contents of a backup. */
export type Manifest = z.output<typeof shape>

/** A file of a backup. */
export type BackupFile = z.output<typeof fileShape>

/** The manifest of files that were just copied. */
export function manifestOf(files: readonly BackupFile[]): Manifest {
  return { product: 'gatehouse', format: formatNumber, createdAt: new Date().toISOString(), files: [...files] }
}

/** Reads the manifest of an archive that was unpacked; undefined: it is none. */
export function readManifest(folder: string): Manifest | undefined {
  try {
    return shape.parse(JSON.parse(readFileSync(join(folder, manifestName), 'utf8')))
  } catch {
    return undefined
  }
}

/** Describes the part of a backup that only a newer version can read; undefined: there is none. */
export function whatIsNewer({ format, files }: Manifest): string | undefined {
  if (format > formatNumber) return `its format is ${format}, and this version reads ${formatNumber}`
  const known = new Set([...identityMigrations(), ...controlPlaneMigrations()].map(({ name }) => name))
  const unknown = files.flatMap(({ database }) => database?.migrations ?? []).find((name) => !known.has(name))
  return unknown && `its data have the migration ${unknown}, which this version does not know`
}

/** Returns the numbers of accounts, sessions and rows in a backup, for people. */
export function countsOf({ files }: Manifest): {
  readonly people: number
  readonly sessions: number
  readonly rows: number
} {
  const tables = files.flatMap(({ database }) => Object.entries(database?.rows ?? {}))
  const sum = (wanted: (table: string) => boolean) =>
    tables.filter(([table]) => wanted(table)).reduce((all, [, rows]) => all + rows, 0)
  return {
    people: sum((table) => table === 'identities'),
    sessions: sum((table) => table === 'sessions'),
    rows: sum(() => true),
  }
}
