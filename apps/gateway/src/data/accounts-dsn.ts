import { join } from 'node:path'
import { processEnvironment } from '@gatehouse/config/config'
import { ConfigError, loadDsn, readIdentityTree } from '@gatehouse/identity/configuration'
import { parseDsn } from '@gatehouse/identity/database'
import type { Secret } from '@gatehouse/platform/secrets'
import { serverOf, withoutSecrets } from './locations.ts'

/** The settings that decide, beside a kratos.yml, which database holds its accounts. */
export interface AccountsSettings {
  /** `GATEHOUSE_DATABASE`. */
  readonly database: Secret | undefined
  /** The folder of the database file, unless another database is named. */
  readonly folder: string
  readonly dev: boolean
}

/** Returns the database of accounts if a kratos.yml names none. */
export function standardDsn({ database, folder }: Pick<AccountsSettings, 'database' | 'folder'>): string {
  return database?.reveal() ?? fileDsn(join(folder, 'identity.sqlite'))
}

/**
 * Returns the database of a kratos.yml's accounts: the one that it names, or that of the settings.
 * Throws the identity service's ConfigError if both name one and they differ, or if nothing would be stored outside
 * development with one process.
 */
export async function accountsDsn(file: string, settings: AccountsSettings): Promise<string> {
  const named = await loadDsn(file, { env: processEnvironment() })
  refuseDsn(named, settings, file)
  return named ?? standardDsn(settings)
}

/** Does the same check as `accountsDsn`, for a `dsn` that has been read. */
export function refuseDsn(named: string | undefined, settings: Omit<AccountsSettings, 'folder'>, file: string): void {
  const fault = named === undefined ? undefined : faultOf(named, settings)
  if (fault !== undefined) throw new ConfigError([fault], `The identity configuration ${file}`)
}

function faultOf(named: string, { database, dev }: Omit<AccountsSettings, 'folder'>): string | undefined {
  const url = database?.reveal()
  if (url !== undefined && !isSameDatabase(named, url)) {
    return `dsn is ${withoutSecrets(named)}, and GATEHOUSE_DATABASE is ${withoutSecrets(url)}: accounts would be in one of them, and everything else in the other. Remove dsn (or the variable DSN), or make both the same`
  }
  if (isInMemory(named) && !dev) {
    return 'dsn is memory: every account would be lost at the end of the process, and each process would have accounts of its own. Remove dsn (or the variable DSN): then they are in GATEHOUSE_DATABASE, or in identity.sqlite of the data folder. Memory is for development mode'
  }
  return undefined
}

/** Returns whether a `dsn` stores nothing beyond the process. */
export function isInMemory(dsn: string): boolean {
  return parseDsn(dsn).kind === 'memory'
}

// The user and the options of a connection do not change which accounts a database holds.
function isSameDatabase(one: string, other: string): boolean {
  return serverOf(one) !== undefined && withoutSecrets(one) === withoutSecrets(other)
}

/**
 * Returns whether a kratos.yml, or a variable over it, has its own secrets. Throws the identity service's ConfigError.
 */
export async function namesSecrets(file: string): Promise<boolean> {
  const { secrets } = await readIdentityTree(file, { env: processEnvironment() })
  return secrets !== undefined && JSON.stringify(secrets) !== '{}'
}

/** Returns the `dsn` of a database file. */
export function fileDsn(file: string): string {
  return `sqlite://${encodeURI(file)}`
}
