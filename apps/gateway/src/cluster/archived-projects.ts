import type { HostedOrganization, HostedProject } from '@gatehouse/control-plane/service'
import { integer, text, type Database, type ReadableDatabase, type Row } from '@gatehouse/platform/database'

/** A project as it was when it was deleted. */
export interface ArchivedProject {
  readonly id: string
  readonly slug: string
  /** Unix milliseconds. */
  readonly archivedAt: number
  /** The project as the control plane held it. */
  readonly project: HostedProject & { readonly organizations: readonly HostedOrganization[] }
}

/** The deleted projects whose accounts the database keeps. */
export interface ArchivedProjects {
  /** Stores a deleted project. Idempotent. */
  add(project: HostedProject, organizations: readonly HostedOrganization[]): Promise<void>
  /** Oldest first. */
  list(): Promise<readonly ArchivedProject[]>
  find(id: string): Promise<ArchivedProject | undefined>
  remove(id: string): Promise<void>
}

const columns = 'id, slug, project, (extract(epoch FROM archived_at) * 1000)::bigint AS at'

/** Opens the archived projects in their table. */
export function archivedProjects(database: Database): ArchivedProjects {
  const insert = database.prepare(
    'INSERT INTO archived_projects (id, slug, project) VALUES (?, ?, ?) ON CONFLICT (id) DO NOTHING',
  )
  const find = database.prepare(`SELECT ${columns} FROM archived_projects WHERE id = ?`)
  const remove = database.prepare('DELETE FROM archived_projects WHERE id = ?')
  return {
    add: (project, organizations) =>
      database.durable(async () => {
        await insert.run(project.id, project.slug, JSON.stringify({ ...project, organizations }))
      }),
    list: () => listArchived(database),
    find: async (id) => {
      const row = await find.get(id)
      return row && archivedOf(row)
    },
    remove: (id) => database.durable(async () => void (await remove.run(id))),
  }
}

/** Lists the archived projects, oldest first, from a read-only database. */
export async function listArchived(database: ReadableDatabase): Promise<readonly ArchivedProject[]> {
  const list = database.prepare(`SELECT ${columns} FROM archived_projects ORDER BY archived_at, id`)
  return (await list.all()).map(archivedOf)
}

function archivedOf(row: Row): ArchivedProject {
  return {
    id: text(row, 'id'),
    slug: text(row, 'slug'),
    archivedAt: integer(row, 'at'),
    project: JSON.parse(text(row, 'project')) as ArchivedProject['project'],
  }
}
