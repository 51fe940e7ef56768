import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { ConfigError, type Config } from '@gatehouse/config/config'
import { controlPlaneContents, controlPlaneIn, copyControlPlane } from '@gatehouse/control-plane/database'
import { copyProjectAsOf, parseDsn, projectIn } from '@gatehouse/identity/database'
import { openPostgresSnapshot, type PostgresSnapshot, type ReadableDatabase } from '@gatehouse/platform/database'
import { gatewayTablesIn } from '../cluster/open-tables.ts'
import { refuseDifferences } from '../data/compare.ts'
import { copyLines } from '../data/copy-lines.ts'
import { fileDsn } from '../data/accounts-dsn.ts'
import {
  controlDatabase,
  projectDatabase,
  projectDsn,
  projectsWithData,
  type ProjectData,
} from '../data/project-databases.ts'
import { withoutLog, type HeldDatabase } from './held-database.ts'
import { holdSources, type HeldSources } from './held-sources.ts'
import { sourcesOf, type BackupSource } from './sources.ts'
import { stageArchives, stageTexts } from './staged-tables.ts'

/**
 * Holds a PostgreSQL installation at one moment, and copies its files on this machine to `staging`. Of the databases in
 * the data folder only those of deleted projects are included: the others are older than the move to PostgreSQL.
 * @throws ConfigError if the database has no installation, or secrets are not on this machine.
 */
export async function holdServer(config: Config, url: string, staging: string): Promise<HeldSources> {
  const snapshots = new Map<string, PostgresSnapshot>()
  const databases = new Map<string, HeldDatabase>()
  const release = () => {
    for (const database of databases.values()) database.release()
    for (const snapshot of snapshots.values()) void snapshot.release()
  }
  async function snapshotOf(address: string): Promise<PostgresSnapshot> {
    const snapshot = snapshots.get(address) ?? (await openPostgresSnapshot(address))
    snapshots.set(address, snapshot)
    return snapshot
  }
  try {
    const main = await snapshotOf(urlOf(url))
    const controlPlane = await controlPlaneIn(main)
    if (controlPlane === undefined) throw noInstallation()
    const inDatabase = [held('data/control-plane.sqlite', heldControlPlane(config, controlPlane))]
    const hold = async (project: ProjectData, dsn: string, folder: string) => {
      const location = parseDsn(dsn)
      const accounts =
        location.kind === 'server' ? await projectIn(await snapshotOf(location.url), project.id) : undefined
      if (accounts === undefined) return
      requireSecrets(config, project)
      inDatabase.push(held(`${folder}/identity.sqlite`, heldProject(project, accounts)))
    }
    for (const project of config.identity.kind === 'remote' ? [] : await projectsWithData(controlPlane, config.data)) {
      await hold(project, (await projectDsn(config, project)) ?? url, folderOf(project))
    }
    const files = await holdSources(undefined, async () => (await sourcesOf(config)).filter(isOfNow), staging)
    for (const [from, database] of files.databases) databases.set(from, database)
    const tables = await gatewayTablesIn(main)
    const staged = tables === undefined ? [] : await stageTexts(tables, staging)
    for (const { project, folder, files: written } of tables ? await stageArchives(tables, config, staging) : []) {
      await hold(project, url, folder)
      staged.push(...written)
    }
    for (const { source, database } of inDatabase) databases.set(source.from, database)
    return { sources: [...inDatabase.map(({ source }) => source), ...files.sources, ...staged], databases, release }
  } catch (error) {
    release()
    throw error
  }
}

/** Removes our own options, which the driver does not know. */
function urlOf(dsn: string): string {
  const location = parseDsn(dsn)
  return location.kind === 'server' ? location.url : dsn
}

const folderOf = ({ id, isDefault }: ProjectData) => (isDefault ? 'data' : `data/projects/${id}`)

function isOfNow({ path, isDatabase, isOutside }: BackupSource): boolean {
  if (path.startsWith('data/missing-texts/')) return false
  return !isDatabase || isOutside || path.startsWith('data/exports/')
}

function held(path: string, database: HeldDatabase) {
  const source: BackupSource = { from: `postgres ${path}`, path, isDatabase: true, isOutside: false }
  return { source, database }
}

function heldControlPlane(config: Config, from: ReadableDatabase): HeldDatabase {
  return {
    copyTo: async (target, say) => {
      const to = controlDatabase(config, target)
      try {
        await copyControlPlane(from, to, copyLines(say))
        refuseDifferences('the control plane', await controlPlaneContents(from), await controlPlaneContents(to))
      } finally {
        to.close()
      }
      withoutLog(target)
    },
    release: () => {},
  }
}

function heldProject(project: ProjectData, from: ReadableDatabase): HeldDatabase {
  return {
    copyTo: async (target, say) => {
      const to = projectDatabase(fileDsn(target), project)
      try {
        const { before, after } = await copyProjectAsOf(from, to, copyLines(say))
        refuseDifferences(project.slug, before, after)
      } finally {
        to.close()
      }
      withoutLog(target)
    },
    release: () => {},
  }
}

function requireSecrets({ secrets }: Config, { folder, slug }: ProjectData): void {
  if (secrets !== undefined || existsSync(join(folder, 'secrets.json'))) return
  const fix = 'run this where that data folder is, or set GATEHOUSE_SECRETS; nothing opens without them'
  throw new ConfigError([{ subject: `The secrets of ${slug}`, wrong: `are not in ${folder}`, fix }])
}

function noInstallation(): ConfigError {
  const fix = 'name the database of the installation'
  return new ConfigError([{ subject: 'GATEHOUSE_DATABASE', wrong: 'names a database with no installation in it', fix }])
}
