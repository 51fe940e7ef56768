import { integer, text, tree, type Row, type Database } from '@gatehouse/platform/database'

/** A way in for an organization's own administrators, to set up its sign-in. Times are Unix milliseconds. */
export interface OnboardingLink {
  readonly id: string
  readonly organizationId: string
  /** The fields of the wire's body, but for `expires_at`. */
  readonly settings: Readonly<Record<string, unknown>>
  readonly expiresAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Onboarding links in a database. */
export interface LinkStore {
  insert(link: OnboardingLink): Promise<void>
  /** Replaces settings, expiry and `updatedAt`. */
  update(link: OnboardingLink): Promise<void>
  /** True if there was one. */
  remove(organizationId: string, id: string): Promise<boolean>
  find(id: string): Promise<OnboardingLink | undefined>
  /** Oldest first. */
  list(organizationId: string): Promise<readonly OnboardingLink[]>
}

/** Creates the store of onboarding links in their table, without their tokens. */
export function createLinkStore(database: Database): LinkStore {
  const columns = 'id, organization_id, settings, expires_at, created_at, updated_at'
  const insert = database.prepare(`INSERT INTO onboarding_links (${columns}) VALUES (?, ?, ?, ?, ?, ?)`)
  const update = database.prepare(
    'UPDATE onboarding_links SET settings = ?, expires_at = ?, updated_at = ? WHERE id = ?',
  )
  const remove = database.prepare('DELETE FROM onboarding_links WHERE organization_id = ? AND id = ?')
  const find = database.prepare(`SELECT ${columns} FROM onboarding_links WHERE id = ?`)
  const list = database.prepare(
    `SELECT ${columns} FROM onboarding_links WHERE organization_id = ? ORDER BY created_at, id`,
  )
  return {
    insert: ({ id, organizationId, settings, expiresAt, createdAt, updatedAt }) =>
      database.durable(
        async () =>
          void (await insert.run(id, organizationId, JSON.stringify(settings), expiresAt, createdAt, updatedAt)),
      ),
    update: ({ id, settings, expiresAt, updatedAt }) =>
      database.durable(async () => void (await update.run(JSON.stringify(settings), expiresAt, updatedAt, id))),
    remove: (organizationId, id) => database.durable(async () => (await remove.run(organizationId, id)) > 0),
    find: async (id) => {
      const row = await find.get(id)
      return row && linkOf(row)
    },
    list: async (organizationId) => (await list.all(organizationId)).map(linkOf),
  }
}

function linkOf(row: Row): OnboardingLink {
  return {
    id: text(row, 'id'),
    organizationId: text(row, 'organization_id'),
    settings: tree(row, 'settings'),
    expiresAt: integer(row, 'expires_at'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
