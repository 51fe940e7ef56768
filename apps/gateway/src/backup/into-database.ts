import { existsSync } from 'node:fs'
import { readdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError, type IdentitySource } from '@gatehouse/config/config'
import { postgresSchemas } from '@gatehouse/platform/database'
import { moveInstallation } from '../data/move.ts'
import type { BackupProgress } from './create.ts'

/** @throws ConfigError if a PostgreSQL database has tables of an installation, with or without rows. */
export async function requireEmpty(url: string): Promise<void> {
  const present = (await postgresSchemas(url)).filter((name) => name.startsWith('gatehouse_'))
  if (present.length === 0) return
  throw fault('The database', `is not empty: it has ${present.join(', ')}`, 'name a new one in GATEHOUSE_DATABASE')
}

/** An archive that was unpacked. */
interface Unpacked {
  readonly file: string
  readonly draft: string
  readonly identity: IdentitySource
}

/**
 * Copies the databases of an archive into an empty PostgreSQL database, compares each table, and removes the copied
 * files. Databases from files are first migrated to this version.
 * @throws ConfigError if the archive does not say which of its databases has the accounts, or a table differs.
 */
export async function restoreInto(url: string, unpacked: Unpacked, onProgress: BackupProgress): Promise<void> {
  const { file, draft } = unpacked
  const data = join(draft, 'data')
  const accounts = join(data, 'identity.sqlite')
  const outside = join(draft, 'outside', 'identity.sqlite')
  if (existsSync(outside) && !existsSync(accounts)) await rename(outside, accounts)
  if (!existsSync(accounts) && unpacked.identity.kind === 'embedded') {
    const wrong = 'has its accounts in a database that only its kratos.yml knows'
    const fix = 'restore it without GATEHOUSE_DATABASE, and then: gatehouse database move --to URL'
    throw fault(file, wrong, fix)
  }
  const identity = unpacked.identity.kind === 'embedded' ? withoutFile(unpacked.identity) : unpacked.identity
  await moveInstallation({ data, identity, database: undefined, dev: false }, url, onProgress)
  const projects = join(data, 'projects')
  const folders = existsSync(projects) ? (await readdir(projects)).map((name) => join(projects, name)) : []
  const moved = [join(data, 'control-plane.sqlite'), ...[data, ...folders].map((one) => join(one, 'identity.sqlite'))]
  for (const path of moved.flatMap((one) => [one, `${one}-wal`, `${one}-shm`])) await rm(path, { force: true })
  await rm(join(data, 'missing-texts'), { recursive: true, force: true })
}

/** The location of accounts in a kratos.yml is ignored: the accounts are in the archive. */
function withoutFile<Embedded extends Extract<IdentitySource, { kind: 'embedded' }>>(source: Embedded) {
  return { ...source, configFile: undefined }
}

function fault(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}
