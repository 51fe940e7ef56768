import { join } from 'node:path'
import { processEnvironment } from '@gatehouse/config/config'
import { ConfigError, loadDsn, readIdentityTree } from '@gatehouse/identity/configuration'
import { parseDsn } from '@gatehouse/identity/database'
import type { Secret } from '@gatehouse/platform/secrets'
import { serverOf, withoutSecrets } from './locations.ts'

/** What decides where the accounts of a kratos.yml are, beside the file. */
export interface AccountsSettings {
  /** `GATEHOUSE_DATABASE`. */
  readonly database: Secret | undefined
  /** Where the file is, unless something else is named. */
  readonly folder: string
  readonly dev: boolean
}

/** Where accounts are if a kratos.yml does not say it. */
export function standardDsn({ database, folder }: Pick<AccountsSettings, 'database' | 'folder'>): string {
  return database?.reveal() ?? fileDsn(join(folder, 'identity.sqlite'))
}

/**
 * Where the accounts of a kratos.yml are: in what it names, or in what the settings name.
 * Throws the identity service's ConfigError where both name one, and not the same; or where nothing would be kept, and
 * that is not for one process in development.
 */
export async function accountsDsn(file: string, settings: AccountsSettings): Promise<string> {
  const named = await loadDsn(file, { env: processEnvironment() })
  refuseDsn(named, settings, file)
  return named ?? standardDsn(settings)
}

/** As `accountsDsn`, of a `dsn` that has been read. */
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

/** Whether a `dsn` keeps nothing beyond the process. */
export function isInMemory(dsn: string): boolean {
  return parseDsn(dsn).kind === 'memory'
}

// Who signs in, and with which options, does not change whose accounts they are.
function isSameDatabase(one: string, other: string): boolean {
  return serverOf(one) !== undefined && withoutSecrets(one) === withoutSecrets(other)
}

/** Whether a kratos.yml, or a variable over it, has secrets of its own. Throws the identity service's ConfigError. */
export async function namesSecrets(file: string): Promise<boolean> {
  const { secrets } = await readIdentityTree(file, { env: processEnvironment() })
  return secrets !== undefined && JSON.stringify(secrets) !== '{}'
}

/** The `dsn` of a database file. */
export function fileDsn(file: string): string {
  return `sqlite://${encodeURI(file)}`
}
