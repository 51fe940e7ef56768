import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { ConfigError, loadProcessConfig, type Config } from '@gatehouse/config/config'
import { loadGeneratedSecrets, writeGeneratedSecrets } from '@gatehouse/config/secrets'
import { copyProject, openDatabase, projectContents, removeProject } from '@gatehouse/identity/database'
import { archivedProjects, type ArchivedProject, type ArchivedProjects } from '../cluster/archived-projects.ts'
import { openGatewayTables } from '../cluster/open-tables.ts'
import { startFault } from '../process/start-fault.ts'
import { refuseDifferences } from './compare.ts'
import { fileDsn } from './accounts-dsn.ts'
import { projectFolder, secretSource } from './project-databases.ts'

/** Runs `list`, `export ID [--output FOLDER]` or `remove ID` for the command of the terminal. */
async function keepArchives(args: readonly string[]): Promise<string> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: { output: { type: 'string' } },
    allowPositionals: true,
  })
  const config = loadProcessConfig()
  const url = config.database?.reveal()
  if (url === undefined) {
    const fix = 'look into the folder exports/ of the data folder'
    throw fault('Deleted projects', 'are in the data folder, as GATEHOUSE_DATABASE is not set', fix)
  }
  const tables = openGatewayTables(url, { isSerial: true, connections: 1 })
  const archives = archivedProjects(tables)
  try {
    const [task, id] = positionals
    if (task === 'list') return await listed(archives)
    const archived = await requireArchive(archives, id)
    if (task === 'export') return await exported(config, url, archived, values.output)
    return await removed(config, archives, url, archived)
  } finally {
    tables.close()
  }
}

async function listed(archives: ArchivedProjects): Promise<string> {
  const lines = (await archives.list()).map(
    ({ id, slug, archivedAt, project }) => `${id}  ${new Date(archivedAt).toISOString()}  ${slug}  ${project.name}`,
  )
  return lines.join('\n') || 'No project was deleted.'
}

/** Writes the folder of a deleted project as without PostgreSQL; the folder appears once it is complete. */
async function exported(
  config: Config,
  url: string,
  { id, slug, project }: ArchivedProject,
  output: string | undefined,
): Promise<string> {
  const folder = resolve(output ?? `${slug}-${id}`)
  if (existsSync(folder)) throw fault(folder, 'is there already', 'name another folder by --output')
  const known = { id, isDefault: false }
  const own = projectFolder(config.data, known)
  if (config.secrets === undefined && !existsSync(join(own, 'secrets.json'))) {
    const fix = 'run this where that data folder is, or set GATEHOUSE_SECRETS'
    throw fault(`The secrets of ${project.name}`, `are not in ${own}`, fix)
  }
  const draft = `${folder}.part`
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  writeGeneratedSecrets(draft, loadGeneratedSecrets(own, secretSource(config, known)))
  writeFileSync(join(draft, 'project.json'), JSON.stringify(project, undefined, 2), { mode: 0o600 })
  const from = openDatabase(url, { project: id })
  const to = openDatabase(fileDsn(join(draft, 'identity.sqlite')))
  try {
    await copyProject(from, to)
    refuseDifferences(slug, await projectContents(from), await projectContents(to))
  } finally {
    from.close()
    to.close()
  }
  renameSync(draft, folder)
  return `${project.name} is in ${folder}, with its secrets. The database keeps it until: gatehouse archive remove ${id}`
}

async function removed(
  config: Config,
  archives: ArchivedProjects,
  url: string,
  { id, project }: ArchivedProject,
): Promise<string> {
  const database = openDatabase(url, { project: id })
  try {
    await removeProject(database)
  } finally {
    database.close()
  }
  rmSync(projectFolder(config.data, { id, isDefault: false }), { recursive: true, force: true })
  // Last, so that an interrupted run can be repeated.
  await archives.remove(id)
  return `Everything of ${project.name} was removed from the database.`
}

async function requireArchive(archives: ArchivedProjects, id: string | undefined): Promise<ArchivedProject> {
  const found = id === undefined ? undefined : await archives.find(id)
  if (found !== undefined) return found
  throw fault(`The project ${id ?? ''}`, 'is none that was deleted', 'take an id of: gatehouse archive list')
}

function fault(subject: string, wrong: string, fix: string): ConfigError {
  return new ConfigError([{ subject, wrong, fix }])
}

process.umask(0o077)
try {
  console.log(await keepArchives(process.argv.slice(2)))
} catch (error) {
  console.error(startFault(error))
  process.exitCode = 1
}
