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

/** Onboarding links on disk; synchronous. */
export interface LinkStore {
  insert(link: OnboardingLink): void
  /** Replaces settings, expiry and `updatedAt`. */
  update(link: OnboardingLink): void
  /** True if there was one. */
  remove(organizationId: string, id: string): boolean
  find(id: string): OnboardingLink | undefined
  /** Oldest first. */
  list(organizationId: string): readonly OnboardingLink[]
}

/** Onboarding links in SQLite, without their tokens. */
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
      void insert.run(id, organizationId, JSON.stringify(settings), expiresAt, createdAt, updatedAt),
    update: ({ id, settings, expiresAt, updatedAt }) =>
      void update.run(JSON.stringify(settings), expiresAt, updatedAt, id),
    remove: (organizationId, id) => Number(remove.run(organizationId, id).changes) > 0,
    find: (id) => {
      const row = find.get(id)
      return row && linkOf(row)
    },
    list: (organizationId) => list.all(organizationId).map(linkOf),
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
