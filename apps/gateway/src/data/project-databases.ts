import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { loadGeneratedSecrets, type GeneratedSecrets, type SecretSource } from '@gatehouse/config/secrets'
import { keptLinkSecret, openControlDatabase } from '@gatehouse/control-plane/database'
import { openDatabase, parseDsn } from '@gatehouse/identity/database'
import { integer, text, type Database, type ReadableDatabase } from '@gatehouse/platform/database'
import { otherInstallationSecrets } from './other-secrets.ts'
import { accountsDsn, standardDsn } from './accounts-dsn.ts'

/** A project, with the location of its data. */
export interface ProjectData {
  readonly id: string
  readonly slug: string
  readonly isDefault: boolean
  /** The folder of its secrets, and of its database if that is a file. */
  readonly folder: string
}

/** The settings that decide the location of data. */
export type DataSettings = Pick<Config, 'data' | 'identity' | 'database' | 'dev'>

/** Returns the folder of a project's files. */
export function projectFolder(data: string, { id, isDefault }: Pick<ProjectData, 'id' | 'isDefault'>): string {
  return isDefault ? data : join(data, 'projects', id)
}

/** Returns the source of a project's secrets; undefined: the project's folder. */
export function secretSource(
  { secrets }: Pick<Config, 'secrets'>,
  { id, isDefault }: Pick<ProjectData, 'id' | 'isDefault'>,
): SecretSource | undefined {
  return secrets && { secrets, project: isDefault ? mainProject : id }
}

/** The first project and the control plane have the same ones, as they share a folder. */
const mainProject = 'main'

/** The secrets of the control plane. */
export function installationSecrets(config: Pick<Config, 'secrets' | 'data'>): GeneratedSecrets {
  return loadGeneratedSecrets(config.data, secretSource(config, { id: mainProject, isDefault: true }))
}

/** The control plane's database of an installation, or that of a `url`. */
export function controlDatabase({ data, database }: DataSettings, url = database?.reveal()): Database {
  return openControlDatabase(url ?? join(data, 'control-plane.sqlite'))
}

/**
 * The control plane's database for a process that serves, and the secret that its links and event streams are made from.
 * @throws ConfigError when the secrets of the installation are not those of the database.
 */
export async function openControlPlaneData(
  config: DataSettings & Pick<Config, 'secrets'>,
): Promise<{ readonly database: Database; readonly linkSecret: string }> {
  const { cipher, links } = installationSecrets(config)
  const database = controlDatabase(config)
  try {
    const secret = await keptLinkSecret(database, cipher, links)
    if (secret === undefined) throw new ConfigError([otherInstallationSecrets(config)])
    return { database, linkSecret: secret.reveal() }
  } catch (error) {
    database.close()
    throw error
  }
}

/** The projects that have data, as the control plane knows them. */
export async function projectsWithData(controlPlane: ReadableDatabase, data: string): Promise<readonly ProjectData[]> {
  const projects = controlPlane.prepare(
    "SELECT id, slug, is_default FROM projects WHERE state <> 'deleted' ORDER BY is_default DESC, id",
  )
  return (await projects.all()).map((row) => {
    const known = { id: text(row, 'id'), slug: text(row, 'slug'), isDefault: integer(row, 'is_default') === 1 }
    return { ...known, folder: projectFolder(data, known) }
  })
}

/** Returns the database of a project's accounts; undefined: it has none yet. */
export async function projectDsn(settings: DataSettings, project: ProjectData): Promise<string | undefined> {
  const { identity, database, dev } = settings
  const { folder, isDefault } = project
  const configFile = isDefault && identity.kind === 'embedded' ? identity.configFile : undefined
  const dsn =
    configFile === undefined
      ? standardDsn({ database, folder })
      : await accountsDsn(configFile, { database, dev, folder })
  const location = parseDsn(dsn)
  return location.kind === 'file' && !existsSync(location.path) ? undefined : dsn
}

/** A project's accounts, at a `dsn`. */
export function projectDatabase(dsn: string, { id }: Pick<ProjectData, 'id'>): Database {
  return openDatabase(dsn, { project: id })
}
