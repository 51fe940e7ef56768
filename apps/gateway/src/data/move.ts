import { ConfigError } from '@gatehouse/config/config'
import { controlPlaneContents, copyControlPlane } from '@gatehouse/control-plane/database'
import { copyProject, projectContents } from '@gatehouse/identity/database'
import { text, type Contents, type CopyProgress, type Database } from '@gatehouse/platform/database'
import { controlDatabase, projectDatabase, projectDsn, projectsWithData } from './project-databases.ts'
import type { DataSettings } from './project-databases.ts'

/** How much was moved, and is the same on both sides. */
export interface Moved {
  readonly projects: number
  readonly people: number
  readonly rows: number
}

/** Hears how far it is: so many rows of a table, of a project or the control plane. */
export type MoveProgress = (part: string, table: string, rows: number) => void

/**
 * Copies an installation that does not run into a PostgreSQL database, and compares each table by its rows and a digest.
 * What is there already stays, so that an interrupted one is begun again. The files are not changed.
 * @throws ConfigError when the database has another installation, or a table is not the same afterwards.
 */
export async function moveInstallation(settings: DataSettings, url: string, onProgress: MoveProgress): Promise<Moved> {
  const counted = { projects: 0, people: 0, rows: 0 }
  const of =
    (part: string): CopyProgress =>
    (table, rows) =>
      onProgress(part, table, rows)
  const [from, to] = [controlDatabase(settings), controlDatabase(settings, url)]
  try {
    await refuseOthers(from, to)
    await copyControlPlane(from, to, of('control plane'))
    count(counted, same('control plane', await controlPlaneContents(from), await controlPlaneContents(to)))
    for (const project of await projectsWithData(from, settings.data)) {
      const dsn = await projectDsn(settings, project)
      if (dsn === undefined) continue
      const [source, target] = [projectDatabase(dsn, project), projectDatabase(url, project)]
      try {
        await copyProject(source, target, of(project.slug))
        const contents = same(project.slug, await projectContents(source), await projectContents(target))
        count(counted, contents)
        counted.projects += 1
        counted.people += contents['identities']?.rows ?? 0
      } finally {
        source.close()
        target.close()
      }
    }
    return counted
  } finally {
    from.close()
    to.close()
  }
}

/** Two installations in one database would be neither. */
async function refuseOthers(from: Database, to: Database): Promise<void> {
  const ids = async (database: Database) =>
    (await database.prepare('SELECT id FROM workspaces').all()).map((row) => text(row, 'id'))
  const own = new Set(await ids(from))
  if ((await ids(to)).every((id) => own.has(id))) return
  throw new ConfigError([
    { subject: 'The database', wrong: 'has the data of another installation', fix: 'name one that is empty' },
  ])
}

function same(part: string, before: Contents, after: Contents): Contents {
  const different = Object.keys(before).filter(
    (table) => before[table]?.rows !== after[table]?.rows || before[table]?.digest !== after[table]?.digest,
  )
  if (different.length === 0) return before
  const counts = different.map((table) => `${table} (${before[table]?.rows} and ${after[table]?.rows} rows)`).join(', ')
  throw new ConfigError([
    {
      subject: `The copy of ${part}`,
      wrong: `is not what it was copied from: ${counts}`,
      fix: 'let nothing write to either database meanwhile, and start again with an empty one',
    },
  ])
}

function count(counted: { rows: number }, contents: Contents): void {
  for (const { rows } of Object.values(contents)) counted.rows += rows
}
