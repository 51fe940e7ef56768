import {
  UniqueConflictError,
  integer,
  optionalInteger,
  text,
  type Row,
  type Database,
} from '@gatehouse/platform/database'

import type { Organization, OrganizationStore, OrganizationWrite } from '../organizations/organization.ts'

/** Organizations, in the database of their identity service. */
export function createOrganizationStore(database: Database): OrganizationStore {
  const own = 'o.id, o.label, o.session_lifespan_ms, o.created_at, o.updated_at'
  const domains = `(SELECT json_group_array(domain) FROM (
    SELECT domain FROM organization_domains WHERE organization_id = o.id ORDER BY position) own) AS domains`
  const select = `SELECT ${own}, ${domains} FROM organizations o`
  const find = database.prepare(`${select} WHERE o.id = ?`)
  const findByDomain = database.prepare(
    `${select} JOIN organization_domains d ON d.organization_id = o.id WHERE d.domain = ?`,
  )
  const list = database.prepare(`${select} WHERE o.id > ? ORDER BY o.id LIMIT ?`)
  const insert = database.prepare(
    'INSERT INTO organizations (id, label, session_lifespan_ms, created_at, updated_at) VALUES (?, ?, ?, ?, ?)',
  )
  const update = database.prepare(
    'UPDATE organizations SET label = ?, session_lifespan_ms = ?, created_at = ?, updated_at = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM organizations WHERE id = ?')
  const removeAll = database.prepare('DELETE FROM organizations')
  const clearDomains = database.prepare('DELETE FROM organization_domains WHERE organization_id = ?')
  const insertDomain = database.prepare(
    'INSERT INTO organization_domains (domain, organization_id, position) VALUES (?, ?, ?)',
  )

  async function hasForeignDomain({ id, domains: names }: Organization): Promise<boolean> {
    for (const name of names) {
      const owner = await findByDomain.get(name)
      if (owner !== undefined && text(owner, 'id') !== id) return true
    }
    return false
  }

  async function write(organization: Organization): Promise<void> {
    await clearDomains.run(organization.id)
    for (const [position, name] of [...new Set(organization.domains)].entries()) {
      await insertDomain.run(name, organization.id, position)
    }
  }

  async function add(organization: Organization): Promise<OrganizationWrite> {
    if (await find.get(organization.id)) return { kind: 'conflict', field: 'id' }
    if (await hasForeignDomain(organization)) return { kind: 'conflict', field: 'domain' }
    const { id, label, sessionLifespanMs, createdAt, updatedAt } = organization
    await insert.run(id, label, sessionLifespanMs ?? null, createdAt, updatedAt)
    await write(organization)
    return { kind: 'written' }
  }

  return {
    insert: (organization) => orConflict(() => database.durable(() => add(organization))),
    update: (organization) =>
      orConflict(() =>
        database.durable(async () => {
          if (await hasForeignDomain(organization)) return { kind: 'conflict', field: 'domain' }
          const { id, label, sessionLifespanMs, createdAt, updatedAt } = organization
          if ((await update.run(label, sessionLifespanMs ?? null, createdAt, updatedAt, id)) === 0)
            return { kind: 'missing' }
          await write(organization)
          return { kind: 'written' }
        }),
      ),
    remove: (id) => database.durable(async () => (await remove.run(id)) > 0),
    exclusively: prepareExclusively(database),
    replaceAll: async (organizations) => {
      const fault = repetition(organizations)
      if (fault) return fault
      return database.durable(async () => {
        await removeAll.run()
        for (const organization of organizations) await add(organization)
        return { kind: 'written' }
      })
    },
    find: async (id) => read(await find.get(id)),
    findByDomain: async (domain) => read(await findByDomain.get(domain)),
    list: async ({ size, after = '' }) => (await list.all(after, size)).map(organizationOf),
  }
}

function prepareExclusively(database: Database): OrganizationStore['exclusively'] {
  // The units of a file are serial already.
  if (database.dialect === 'sqlite') return (work) => database.durable(work)
  const hold = database.prepare(
    "SELECT pg_advisory_xact_lock(hashtextextended('organizations of ' || own_project(), 0))",
  )
  return (work) =>
    database.durable(async () => {
      await hold.get()
      return work()
    })
}

/** Writes, or returns the conflict: a domain may be taken between look-up and write. */
async function orConflict(write: () => Promise<OrganizationWrite>): Promise<OrganizationWrite> {
  try {
    return await write()
  } catch (error) {
    if (!(error instanceof UniqueConflictError)) throw error
    return { kind: 'conflict', field: error.table === 'organizations' ? 'id' : 'domain' }
  }
}

function repetition(organizations: readonly Organization[]): OrganizationWrite | undefined {
  const ids = organizations.map(({ id }) => id)
  const names = organizations.flatMap(({ domains }) => [...new Set(domains)])
  if (new Set(ids).size < ids.length) return { kind: 'conflict', field: 'id' }
  return new Set(names).size < names.length ? { kind: 'conflict', field: 'domain' } : undefined
}

function read(row: Row | undefined): Organization | undefined {
  return row && organizationOf(row)
}

function organizationOf(row: Row): Organization {
  return {
    id: text(row, 'id'),
    label: text(row, 'label'),
    domains: JSON.parse(text(row, 'domains')) as string[],
    sessionLifespanMs: optionalInteger(row, 'session_lifespan_ms'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
