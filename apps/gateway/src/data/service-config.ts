import { processEnvironment, type ServiceSettings } from '@gatehouse/config/config'
import { loadDsn, loadIdentityConfig, type LoadedConfig } from '@gatehouse/identity/configuration'
import { parseDsn } from '@gatehouse/identity/database'
import { refuseDsn, standardDsn } from './accounts-dsn.ts'
import { awaitDatabase } from './await-database.ts'
import { claimDataFolder } from './data-folder.ts'
import { refuseMovedFiles } from './moved-files.ts'

/** The source of the configuration of a stand-alone identity service. */
export interface ServiceSource {
  /** Path of a kratos.yml. */
  readonly configFile: string
  /** Development mode; takes precedence over the file's `dev`. */
  readonly dev?: boolean | undefined
  /** The location of accounts, unless the file names one. */
  readonly settings: Pick<ServiceSettings, 'data' | 'database'>
}

/** Reads the configuration of a stand-alone identity service once its database can be reached. */
export async function readServiceConfig({ configFile, dev, settings }: ServiceSource): Promise<
  LoadedConfig & {
    /** Locks the data folder, if the accounts are in it. */
    readonly claim: () => { release(): void }
  }
> {
  const env = processEnvironment()
  const named = await loadDsn(configFile, { env })
  const loaded = await loadIdentityConfig(configFile, {
    env,
    below: { dsn: standardDsn({ database: settings.database, folder: settings.data }) },
    ...(dev === undefined ? {} : { dev }),
  })
  const { config } = loaded
  if (named === undefined) refuseMovedFiles(settings)
  refuseDsn(named, { database: settings.database, dev: config.dev }, configFile)
  if (parseDsn(config.dsn).kind === 'server') await awaitDatabase(config.dsn, { subject: `dsn of ${configFile}` })
  // A database that the file names may be shared; the folder is claimed, as a gateway could use its database as well.
  const isInFolder = named === undefined && settings.database === undefined
  return { ...loaded, claim: () => (isInFolder ? claimDataFolder(settings.data) : { release: () => {} }) }
}
