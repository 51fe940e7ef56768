import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { counted } from '@gatehouse/contract/http'
import {
  ConfigError,
  loadProcessConfig,
  loadServiceSettings,
  processEnvironment,
  type Config,
} from '@gatehouse/config/config'
import {
  type GeneratedSecrets,
  keepNewestSecrets,
  loadGeneratedSecrets,
  rotateGeneratedSecrets,
} from '@gatehouse/config/secrets'
import { dropLostLinkSecret, keptLinkSecret } from '@gatehouse/control-plane/database'
import { loadIdentityConfig } from '@gatehouse/identity/configuration'
import { openDatabase } from '@gatehouse/identity/database'
import type { Database } from '@gatehouse/platform/database'
import { Secret } from '@gatehouse/platform/secrets'
import {
  sealAccountsAnew,
  createSeals,
  backgroundRecording,
  createIdentityStore,
  sealMessagesAnew,
  takeSecretsAsOwn,
} from '@gatehouse/identity/secrets'
import { archivedProjects } from './cluster/archived-projects.ts'
import { openGatewayTables } from './cluster/open-tables.ts'
import { namesSecrets } from './data/accounts-dsn.ts'
import { claimDataFolder } from './data/data-folder.ts'
import { refuseMovedFiles } from './data/moved-files.ts'
import { readServiceConfig } from './data/service-config.ts'
import {
  controlDatabase,
  installationSecrets,
  projectDatabase,
  projectDsn,
  projectFolder,
  projectsWithData,
  secretSource,
  type DataSettings,
  type ProjectData,
} from './data/project-databases.ts'
import { startFault } from './process/start-fault.ts'

/**
 * Runs `rotate`, `retire` or `accept` for the command of the terminal, in the data folder and in those of its projects.
 */
async function keepSecrets([task, serviceFile]: readonly string[]): Promise<string> {
  if (serviceFile !== undefined) return acceptOfService(serviceFile)
  const config = loadProcessConfig()
  const { data, identity } = config
  if (identity.kind === 'remote') throw remote('are those of the identity service at KRATOS_PUBLIC_URL')
  if (identity.configFile !== undefined && task !== 'accept' && (await namesSecrets(identity.configFile)))
    throw remote(`are in ${identity.configFile}`)
  if (!existsSync(data)) {
    const fix = 'start Gatehouse once, or set GATEHOUSE_DATA'
    throw new ConfigError([{ subject: `The data folder ${data}`, wrong: 'does not exist', fix }])
  }
  refuseMovedFiles(config)
  const claimed = claimDataFolder(data)
  try {
    const all = await projectsWithSecrets(config, task === 'accept')
    const projects = all.length === 1 ? 'one project' : `${all.length} projects`
    if (task === 'rotate') {
      if (config.secrets !== undefined) throw remote('come from GATEHOUSE_SECRETS', inSettings)
      for (const { folder } of all) rotateGeneratedSecrets(folder)
      return `New secrets in front, for ${projects}. The ones before still count: retire them when no flow from before is open any more (an hour, or the longest lifespan of your flows).`
    }
    if (task === 'accept') {
      await ofControlPlane(config, ({ cipher }, database) => dropLostLinkSecret(database, cipher))
      for (const project of all) await accept(config, project)
      return `The secrets as they are count from now on, for ${projects}. ${afterAccept} If the secret of the control plane was lost as well, make onboarding links anew and give receivers of event streams their new signing secrets.`
    }
    await ofControlPlane(config, async ({ cipher, links }, database) => {
      await keptLinkSecret(database, cipher, links)
    })
    let accounts = 0
    for (const project of all) accounts += await retire(config, project)
    if (config.secrets !== undefined) {
      return `What ${counted(accounts, 'account keeps', 'accounts keep')} was sealed with the newest secret, for ${projects}. Take the others out of GATEHOUSE_SECRETS now.`
    }
    return `Only the newest secrets are left, for ${projects}; the data of ${counted(accounts, 'account was', 'accounts were')} sealed again.`
  } finally {
    claimed.release()
  }
}

/** The settings that determine the secrets. */
type Kept = DataSettings & Pick<Config, 'secrets'>

/** Runs `task` with the secrets of the installation and the database of its control plane. */
async function ofControlPlane(
  config: Kept,
  task: (secrets: GeneratedSecrets, database: Database) => Promise<void>,
): Promise<void> {
  const database = controlDatabase(config)
  try {
    await task(installationSecrets(config), database)
  } finally {
    database.close()
  }
}

/** Seals all data again before it removes the old secrets: an interruption loses nothing. */
async function retire(config: Kept, project: ProjectData): Promise<number> {
  const { folder } = project
  const { cipher } = loadGeneratedSecrets(folder, secretSource(config, project))
  const dsn = await projectDsn(config, project)
  const database = dsn === undefined ? undefined : projectDatabase(dsn, project)
  try {
    const seals = createSeals(cipher.map((one) => new Secret(one.reveal())))
    let accounts = 0
    if (database !== undefined) {
      accounts = await sealAccountsAnew(createIdentityStore(database, backgroundRecording(database)), seals)
      await sealMessagesAnew(database, seals)
      await takeSecretsAsOwn(database, cipher)
    }
    if (config.secrets === undefined) keepNewestSecrets(folder)
    return accounts
  } finally {
    database?.close()
  }
}

/** Does the same for a stand-alone identity service, by its kratos.yml. */
async function acceptOfService(configFile: string): Promise<string> {
  const settings = loadServiceSettings(processEnvironment())
  const { config, claim } = await readServiceConfig({ configFile, settings })
  const claimed = claim()
  const database = openDatabase(config.dsn)
  try {
    await database.ready()
    await takeSecretsAsOwn(database, config.secrets.cipher)
  } finally {
    database.close()
    claimed.release()
  }
  return `The secrets of ${configFile} count from now on. ${afterAccept}`
}

const afterAccept =
  'What was sealed with others stays closed: those people set up their authenticator apps and backup codes anew.'

/** Accepts new secrets after the earlier ones were lost. */
async function accept(config: Kept, project: ProjectData): Promise<void> {
  const { identity } = config
  const ofFile = project.isDefault && identity.kind === 'embedded' ? identity.configFile : undefined
  const { cipher } =
    ofFile === undefined || !(await namesSecrets(ofFile))
      ? loadGeneratedSecrets(project.folder, secretSource(config, project))
      : (await loadIdentityConfig(ofFile, { env: processEnvironment() })).config.secrets
  const dsn = await projectDsn(config, project)
  const database = dsn === undefined ? undefined : projectDatabase(dsn, project)
  try {
    if (database !== undefined) await takeSecretsAsOwn(database, cipher)
  } finally {
    database?.close()
  }
}

/** `isEvery`: also projects without a file of secrets. */
async function projectsWithSecrets(config: Kept, isEvery: boolean): Promise<readonly ProjectData[]> {
  const controlPlane = controlDatabase(config)
  try {
    const all = [...(await projectsWithData(controlPlane, config.data)), ...(await archivedWithData(config))]
    return all.filter(
      ({ folder }) => isEvery || config.secrets !== undefined || existsSync(join(folder, 'secrets.json')),
    )
  } finally {
    controlPlane.close()
  }
}

/** Returns deleted projects with data: they have to be readable for as long as the database keeps them. */
async function archivedWithData({ database: url, data }: Kept): Promise<readonly ProjectData[]> {
  if (url === undefined) return []
  const tables = openGatewayTables(url.reveal(), { isSerial: true, connections: 1 })
  try {
    return (await archivedProjects(tables).list()).map(({ id, slug }) => {
      const known = { id, slug, isDefault: false }
      return { ...known, folder: projectFolder(data, known) }
    })
  } finally {
    tables.close()
  }
}

const inFile = 'put a new one in front of each list under `secrets` there, and take the old ones out later'
const inSettings =
  'put a new one in front of it on every machine; an hour later run gatehouse secrets retire, and take the old ones out'

function remote(wrong: string, fix = inFile): ConfigError {
  return new ConfigError([{ subject: 'The secrets', wrong, fix }])
}

process.umask(0o077)
try {
  console.log(await keepSecrets(process.argv.slice(2)))
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 1
}
