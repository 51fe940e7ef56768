import { existsSync } from 'node:fs'
import { open, readdir } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ConfigError, processEnvironment, settingsFileOf, type Config } from '@gatehouse/config/config'
import { parseDsn } from '@gatehouse/identity/database'
import { keepsData } from '../data/data-folder.ts'
import { projectDsn } from '../data/project-databases.ts'

/** A file of an installation, and its path in a backup. */
export interface BackupSource {
  readonly from: string
  /** Relative to the archive, with slashes. */
  readonly path: string
  readonly isDatabase: boolean
  readonly isOutside: boolean
}

/** Excluded files: locks, drafts, snapshots of developers, a link that the next start recreates, the mark of a move. */
const leftOut = /^(gatehouse\.lock(?:-journal)?|snapshots|first-operator-link|moved-to|.*\.part)$/
/** SQLite's files beside a database; the copy of a database contains their data. */
const besideDatabase = /-(wal|shm|journal)$/
const namedAsDatabase = /\.sqlite$/
/** The first bytes of every SQLite database, whatever its name. */
const databaseHeader = Buffer.from('SQLite format 3\0')

/** Returns the control plane's database file, if there is one. */
export function controlPlaneOf({ data }: Config): string | undefined {
  const file = join(data, 'control-plane.sqlite')
  return existsSync(file) ? file : undefined
}

/**
 * Checks that the data of an installation without PostgreSQL are in the configured folder.
 * @throws ConfigError if they are not.
 */
export function requireFiles(config: Config): void {
  if (config.database !== undefined) return
  const subject = `The data folder ${config.data}`
  const fix = 'set GATEHOUSE_DATA to the folder of the installation'
  if (!existsSync(config.data)) throw new ConfigError([{ subject, wrong: 'does not exist', fix }])
  if (keepsData(config) && controlPlaneOf(config) === undefined) {
    throw new ConfigError([{ subject, wrong: 'has no control-plane.sqlite: it is of no installation', fix }])
  }
}

/**
 * Returns the files of an installation. The control plane is the first; it is known by its name, as opening and closing
 * the file of a database that this process holds would release its lock.
 * @throws ConfigError if accounts are not in files, or the data folder contains a symbolic link.
 */
export async function sourcesOf(config: Config): Promise<readonly BackupSource[]> {
  const all = [...(await inside(config)), ...(await outside(config))]
  const rank = ({ path, isDatabase: holds }: BackupSource) => (path === 'data/control-plane.sqlite' ? 0 : holds ? 1 : 2)
  return all.toSorted((a, b) => rank(a) - rank(b))
}

async function inside({ data }: Config): Promise<readonly BackupSource[]> {
  if (!existsSync(data)) return []
  const partsOf = (path: string) => relative(data, path).split(sep)
  const entries = (await readdir(data, { withFileTypes: true, recursive: true }))
    .map((entry) => ({ entry, from: join(entry.parentPath, entry.name) }))
    .filter(({ from }) => !partsOf(from).some((part) => leftOut.test(part)))
  const links = entries.filter(({ entry }) => entry.isSymbolicLink())
  if (links.length > 0) throw new ConfigError(links.map(({ from }) => linkFault(from)))
  const files = entries.filter(({ entry }) => entry.isFile()).map(({ from }) => from)
  const databases = new Set<string>()
  for (const from of files) {
    if (!besideDatabase.test(from) && (namedAsDatabase.test(from) || (await isDatabase(from)))) databases.add(from)
  }
  const isBeside = (from: string) => {
    const database = from.replace(besideDatabase, '')
    return database !== from && (databases.has(database) || namedAsDatabase.test(database))
  }
  return files
    .filter((from) => !isBeside(from))
    .map((from) => ({
      from,
      path: ['data', ...partsOf(from)].join('/'),
      isDatabase: databases.has(from),
      isOutside: false,
    }))
}

async function isDatabase(path: string): Promise<boolean> {
  const file = await open(path)
  try {
    const { buffer } = await file.read({ buffer: Buffer.alloc(databaseHeader.length) })
    return buffer.equals(databaseHeader)
  } finally {
    await file.close()
  }
}

/** Returns the settings, and a database of a kratos.yml outside the data folder. */
async function outside(config: Config): Promise<readonly BackupSource[]> {
  const { data, identity, brandFile } = config
  const configFile = identity.kind === 'embedded' ? identity.configFile : undefined
  const settings = settingsFileOf(processEnvironment())
  const named: [string, string | undefined][] = [
    ['gatehouse.yml', settings],
    ['kratos.yml', configFile],
    ['brand.yml', brandFile?.named === true ? brandFile.path : undefined],
  ]
  if (configFile !== undefined) {
    const dsn = (await projectDsn(config, { id: '', slug: '', isDefault: true, folder: data })) ?? 'memory'
    const location = parseDsn(dsn)
    if (location.kind === 'server' && config.database === undefined) throw inDatabase(`dsn of ${configFile}`)
    if (location.kind === 'file') named.push(['identity.sqlite', location.path])
  }
  return named.flatMap(([name, from]) => {
    if (from === undefined || !existsSync(from) || !relative(data, from).startsWith('..')) return []
    return [{ from, path: `outside/${name}`, isDatabase: namedAsDatabase.test(name), isOutside: true }]
  })
}

function linkFault(subject: string) {
  return {
    subject,
    wrong: 'is a symbolic link: what it leads to would not be in the backup',
    fix: 'put the file or folder itself there (where it has to be on another disk, mount that), or remove the link',
  }
}

function inDatabase(subject: string): ConfigError {
  return new ConfigError([
    {
      subject,
      wrong: 'names a PostgreSQL database, and the control plane is in a file: they have no moment in common',
      fix: 'set GATEHOUSE_DATABASE to it, after gatehouse database move; or run pg_dump beside this for the accounts',
    },
  ])
}
