import { processEnvironment, type ServiceSettings } from '@gatehouse/config/config'
import { loadDsn, loadIdentityConfig, type LoadedConfig } from '@gatehouse/identity/configuration'
import { parseDsn } from '@gatehouse/identity/database'
import { refuseDsn, standardDsn } from './accounts-dsn.ts'
import { awaitDatabase } from './await-database.ts'
import { claimDataFolder } from './data-folder.ts'
import { refuseMovedFiles } from './moved-files.ts'

/** What decides where the accounts of an identity service alone are. */
export interface ServiceSource {
  /** Path of a kratos.yml. */
  readonly configFile: string
  /** Development mode, stronger than the file's own `dev`. */
  readonly dev?: boolean | undefined
  /** Where accounts are, unless the file says it. */
  readonly settings: Pick<ServiceSettings, 'data' | 'database'>
}

/** The configuration of an identity service alone, once its database can be reached. */
export async function readServiceConfig({ configFile, dev, settings }: ServiceSource): Promise<
  LoadedConfig & {
    /** Keeps others out of the data folder, where the accounts are in it. */
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
  // What a file names may be shared, as its owner says; the folder has what a gateway would take for its own.
  const isInFolder = named === undefined && settings.database === undefined
  return { ...loaded, claim: () => (isInFolder ? claimDataFolder(settings.data) : { release: () => {} }) }
}
