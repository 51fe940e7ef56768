import { roles, type Role } from '@gatehouse/contract/operators'
import { integer, oneOf, text, type Row, type Database } from '@gatehouse/platform/database'

import type { Page } from '../http/paging.ts'
import { createKeyset } from '../sql/keyset.ts'
import { type Principal, idOf } from './principal.ts'

/** The scope of a role. */
export interface Scope {
  readonly kind: 'workspace' | 'project'
  readonly id: string
}

/** A person's role at a scope, and since when. */
export interface Membership {
  readonly identityId: string
  readonly role: Role
  readonly createdAt: number
}

/** A membership, and whether it is of the project itself or of its workspace. */
export type PlacedMembership = Membership & { readonly source: Scope['kind'] }

/** The scopes that a list of members is about: a workspace, or a project with its workspace. */
export interface MembersOf {
  readonly workspaceId: string
  readonly projectId?: string
}

/** The roles of principals in workspaces and projects. */
export interface GrantStore {
  /** Grants a role, replacing an earlier one. */
  put(principal: Principal, scope: Scope, role: Role, now: number): Promise<void>
  /** True if there was one. */
  remove(principal: Principal, scope: Scope): Promise<boolean>
  /** Removes all roles of a principal. */
  removeAll(principal: Principal): Promise<void>
  /** Removes all roles at a scope. */
  removeScope(scope: Scope): Promise<void>
  roleAt(principal: Principal, scope: Scope): Promise<Role | undefined>
  scopesOf(principal: Principal): Promise<readonly (Scope & { readonly role: Role })[]>
  /** Lists people, oldest first. */
  members(scope: Scope): Promise<readonly Membership[]>
  /** Lists people, oldest first, each once with the stronger role; one page and one more. */
  listMembers(scopes: MembersOf, page: Page): Promise<readonly PlacedMembership[]>
}

/** Creates the store of operators' and keys' roles in their table. */
export function createGrantStore(database: Database): GrantStore {
  const put = database.prepare(
    `INSERT INTO grants (subject_kind, subject_id, scope_kind, scope_id, role, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT (subject_kind, subject_id, scope_kind, scope_id) DO UPDATE SET role = excluded.role`,
  )
  const bySubject = 'subject_kind = ? AND subject_id = ?'
  const byScope = 'scope_kind = ? AND scope_id = ?'
  const remove = database.prepare(`DELETE FROM grants WHERE ${bySubject} AND ${byScope}`)
  const removeAll = database.prepare(`DELETE FROM grants WHERE ${bySubject}`)
  const removeScope = database.prepare(`DELETE FROM grants WHERE ${byScope}`)
  const roleAt = database.prepare(`SELECT role FROM grants WHERE ${bySubject} AND ${byScope}`)
  const scopesOf = database.prepare(`SELECT scope_kind, scope_id, role FROM grants WHERE ${bySubject}`)
  const members = database.prepare(
    `SELECT subject_id, role, created_at FROM grants WHERE subject_kind = 'operator' AND ${byScope}
     ORDER BY created_at, subject_id`,
  )
  const rank = "CASE role WHEN 'owner' THEN 0 WHEN 'developer' THEN 1 ELSE 2 END"
  const listMembers = createKeyset(database, {
    columns: 'subject_id, role, created_at, scope_kind',
    from: `(SELECT subject_id, role, created_at, scope_kind,
        ROW_NUMBER() OVER (PARTITION BY subject_id ORDER BY ${rank}, scope_kind DESC) AS choice
      FROM grants WHERE subject_kind = 'operator' AND (
        (scope_kind = 'workspace' AND scope_id = :workspace) OR (scope_kind = 'project' AND scope_id = :project))) AS granted`,
    where: 'choice = 1',
    id: 'subject_id',
  })
  return {
    put: (principal, scope, role, now) =>
      database.durable(
        async () => void (await put.run(principal.kind, idOf(principal), scope.kind, scope.id, role, now)),
      ),
    remove: (principal, scope) =>
      database.durable(async () => (await remove.run(principal.kind, idOf(principal), scope.kind, scope.id)) > 0),
    removeAll: (principal) => database.durable(async () => void (await removeAll.run(principal.kind, idOf(principal)))),
    removeScope: (scope) => database.durable(async () => void (await removeScope.run(scope.kind, scope.id))),
    roleAt: async (principal, scope) => {
      if (principal.kind === 'listener') return 'owner'
      const row = await roleAt.get(principal.kind, idOf(principal), scope.kind, scope.id)
      return row && oneOf(row, 'role', roles)
    },
    scopesOf: async (principal) => (await scopesOf.all(principal.kind, idOf(principal))).map(scopeOf),
    members: async (scope) => (await members.all(scope.kind, scope.id)).map(membershipOf),
    listMembers: async ({ workspaceId, projectId = '' }, page) =>
      (await listMembers({ workspace: workspaceId, project: projectId }, page)).map((row) => ({
        ...membershipOf(row),
        source: oneOf(row, 'scope_kind', ['workspace', 'project']),
      })),
  }
}

function scopeOf(row: Row): Scope & { readonly role: Role } {
  return {
    kind: oneOf(row, 'scope_kind', ['workspace', 'project']),
    id: text(row, 'scope_id'),
    role: oneOf(row, 'role', roles),
  }
}

function membershipOf(row: Row): Membership {
  return { identityId: text(row, 'subject_id'), role: oneOf(row, 'role', roles), createdAt: integer(row, 'created_at') }
}
