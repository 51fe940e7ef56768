import { integer, oneOf, optionalText, text, type Database, type Row } from '@gatehouse/platform/database'
import { regions, type Region } from '@gatehouse/contract/control-plane'
import { everything, type Page } from '../http/paging.ts'
import { folded } from '../sql/folded.ts'
import { createKeyset } from '../sql/keyset.ts'

/** A group of a project's people who share domains and sign-in rules. Times are Unix milliseconds. */
export interface Organization {
  readonly id: string
  readonly projectId: string
  readonly label: string
  /** Lower case; each belongs to one organization of the project. */
  readonly domains: readonly string[]
  readonly defaultRegion: Region | undefined
  /** `30m`, `12h`; absent: the project's. */
  readonly sessionLifespan: string | undefined
  readonly createdAt: number
  readonly updatedAt: number
}

/** A filter of organizations; absent: all of them. */
export interface OrganizationSearch {
  /** All of one of their domains. */
  readonly domain?: string | undefined
  /** A part of their name, or of a domain. */
  readonly q?: string | undefined
}

/** Organizations in a database. */
export interface OrganizationStore {
  insert(organization: Organization): Promise<void>
  /** Replaces everything but id, project and `createdAt`. */
  update(organization: Organization): Promise<void>
  /** Removes an organization with its domains and onboarding links. True if there was one. */
  remove(projectId: string, id: string): Promise<boolean>
  find(projectId: string, id: string): Promise<Organization | undefined>
  /** Finds the organization of this id in any project. */
  findAnywhere(id: string): Promise<Organization | undefined>
  /** Returns true if the id is taken, in any project. */
  isTaken(id: string): Promise<boolean>
  /** Returns the id of a project's organization with a domain. */
  ownerOf(projectId: string, domain: string): Promise<string | undefined>
  /** Lists organizations, oldest first; one page and one more. */
  list(projectId: string, wanted: OrganizationSearch, page: Page): Promise<readonly Organization[]>
  listAll(projectId: string): Promise<readonly Organization[]>
}

/** Creates the store of all projects' organizations in their tables. */
export function createOrganizationStore(database: Database): OrganizationStore {
  const own = 'id, project_id, label, default_region, session_lifespan, created_at, updated_at'
  const domains = `(SELECT json_group_array(domain) FROM (SELECT domain FROM organization_domains d
    WHERE d.organization_id = organizations.id ORDER BY position) own) AS domains`
  const select = `SELECT ${own}, ${domains} FROM organizations`
  const insert = database.prepare(`INSERT INTO organizations (${own}) VALUES (?, ?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    'UPDATE organizations SET label = ?, default_region = ?, session_lifespan = ?, updated_at = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM organizations WHERE project_id = ? AND id = ?')
  const clear = database.prepare('DELETE FROM organization_domains WHERE organization_id = ?')
  const addDomain = database.prepare(
    'INSERT INTO organization_domains (project_id, domain, organization_id, position) VALUES (?, ?, ?, ?)',
  )
  const find = database.prepare(`${select} WHERE project_id = ? AND id = ?`)
  const findAnywhere = database.prepare(`${select} WHERE id = ?`)
  const taken = database.prepare('SELECT 1 FROM organizations WHERE id = ?')
  const ownerOf = database.prepare(
    'SELECT organization_id FROM organization_domains WHERE project_id = ? AND domain = ?',
  )
  const hasDomain = (which: string) =>
    `EXISTS (SELECT 1 FROM organization_domains d WHERE d.organization_id = organizations.id AND ${which})`
  const list = createKeyset(database, {
    columns: `${own}, ${domains}`,
    from: 'organizations',
    where: `project_id = :project AND (${hasDomain('d.domain = :domain')} OR :domain IS NULL)
      AND (instr(folded(label), :q) > 0 OR ${hasDomain('instr(d.domain, :q) > 0')} OR :q IS NULL)`,
  })
  const setDomains = async ({ id, projectId, domains: names }: Organization) => {
    await clear.run(id)
    for (const [position, name] of names.entries()) await addDomain.run(projectId, name, id, position)
  }
  const read = async (project: string, { domain, q }: OrganizationSearch, page: Page) =>
    (await list({ project, domain: domain ?? null, q: q === undefined ? null : folded(q) }, page)).map(organizationOf)
  return {
    insert: (one) =>
      database.durable(async () => {
        const { id, projectId, label, defaultRegion, sessionLifespan, createdAt, updatedAt } = one
        await insert.run(id, projectId, label, defaultRegion ?? null, sessionLifespan ?? null, createdAt, updatedAt)
        await setDomains(one)
      }),
    update: (one) =>
      database.durable(async () => {
        await update.run(one.label, one.defaultRegion ?? null, one.sessionLifespan ?? null, one.updatedAt, one.id)
        await setDomains(one)
      }),
    remove: (projectId, id) => database.durable(async () => (await remove.run(projectId, id)) > 0),
    find: async (projectId, id) => {
      const row = await find.get(projectId, id)
      return row && organizationOf(row)
    },
    findAnywhere: async (id) => {
      const row = await findAnywhere.get(id)
      return row && organizationOf(row)
    },
    isTaken: async (id) => (await taken.get(id)) !== undefined,
    ownerOf: async (projectId, domain) => {
      const row = await ownerOf.get(projectId, domain)
      return row && text(row, 'organization_id')
    },
    list: read,
    listAll: (projectId) => read(projectId, {}, everything),
  }
}

function organizationOf(row: Row): Organization {
  return {
    id: text(row, 'id'),
    projectId: text(row, 'project_id'),
    label: text(row, 'label'),
    domains: JSON.parse(text(row, 'domains')) as string[],
    defaultRegion: row['default_region'] === null ? undefined : oneOf(row, 'default_region', regions),
    sessionLifespan: optionalText(row, 'session_lifespan'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
