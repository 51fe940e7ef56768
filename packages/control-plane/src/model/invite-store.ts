import { roles, type Role } from '@gatehouse/contract/operators'
import { integer, oneOf, optionalText, text, type Row, type Database } from '@gatehouse/platform/database'

import type { Scope } from './grant-store.ts'
import type { Page } from '../http/paging.ts'
import { createKeyset } from '../sql/keyset.ts'

const statuses = ['pending', 'accepted', 'declined', 'cancelled', 'removed'] as const

/** An invitation to a workspace or a project, without its token. Times are Unix milliseconds. */
export interface Invite {
  readonly id: string
  readonly scope: Scope
  readonly role: Role
  readonly inviteeEmail: string
  readonly inviteeId: string | undefined
  readonly ownerId: string
  readonly ownerEmail: string
  readonly status: (typeof statuses)[number]
  readonly expiresAt: number
  readonly createdAt: number
  readonly updatedAt: number
}

/** Invitations in a database. */
export interface InviteStore {
  insert(invite: Invite, tokenDigest: string): Promise<void>
  findByToken(digest: string): Promise<Invite | undefined>
  find(scope: Scope, id: string): Promise<Invite | undefined>
  /** Lists invitations, oldest first; one page and one more. `open`: neither accepted nor cancelled. */
  list(scope: Scope, which: 'open' | 'all', page: Page): Promise<readonly Invite[]>
  /** Accepts an invitation. True only once: it cannot be accepted again. */
  accept(id: string, inviteeId: string, now: number): Promise<boolean>
  /** Cancels a pending invitation. True if it was pending. */
  cancel(scope: Scope, id: string, now: number): Promise<boolean>
  /** Cancels the pending invitations of an address. */
  cancelFor(scope: Scope, email: string, now: number): Promise<void>
  /** The person has been removed since. */
  removeAccepted(scope: Scope, inviteeId: string, now: number): Promise<void>
  removeScope(scope: Scope): Promise<void>
}

/** Creates the store of invitations in their table; it has only digests of their tokens. */
export function createInviteStore(database: Database): InviteStore {
  const columns =
    'id, scope_kind, scope_id, role, invitee_email, invitee_id, owner_id, owner_email, status, expires_at, created_at, updated_at'
  const byScope = 'scope_kind = ? AND scope_id = ?'
  const insert = database.prepare(
    `INSERT INTO invites (${columns}, token_digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const findByToken = database.prepare(`SELECT ${columns} FROM invites WHERE token_digest = ?`)
  const find = database.prepare(`SELECT ${columns} FROM invites WHERE ${byScope} AND id = ?`)
  const list = createKeyset(database, {
    columns,
    from: 'invites',
    where: "scope_kind = :kind AND scope_id = :scope AND (:which = 'all' OR status = 'pending')",
  })
  const accept = database.prepare(
    `UPDATE invites SET status = 'accepted', invitee_id = ?, updated_at = ? WHERE id = ? AND status = 'pending'`,
  )
  const take = `UPDATE invites SET status = 'cancelled', updated_at = ? WHERE ${byScope} AND status = 'pending' AND`
  const cancel = database.prepare(`${take} id = ?`)
  const cancelFor = database.prepare(`${take} invitee_email = ?`)
  const removeAccepted = database.prepare(
    `UPDATE invites SET status = 'removed', updated_at = ? WHERE ${byScope} AND invitee_id = ? AND status = 'accepted'`,
  )
  const removeScope = database.prepare(`DELETE FROM invites WHERE ${byScope}`)
  return {
    insert: (one, tokenDigest) =>
      database.durable(
        async () =>
          void (await insert.run(
            one.id,
            one.scope.kind,
            one.scope.id,
            one.role,
            one.inviteeEmail,
            one.inviteeId ?? null,
            one.ownerId,
            one.ownerEmail,
            one.status,
            one.expiresAt,
            one.createdAt,
            one.updatedAt,
            tokenDigest,
          )),
      ),
    findByToken: async (digest) => inviteOf(await findByToken.get(digest)),
    find: async (scope, id) => inviteOf(await find.get(scope.kind, scope.id, id)),
    list: async ({ kind, id: scope }, which, page) => (await list({ kind, scope, which }, page)).map(requiredInviteOf),
    accept: (id, inviteeId, now) => database.durable(async () => (await accept.run(inviteeId, now, id)) > 0),
    cancel: (scope, id, now) => database.durable(async () => (await cancel.run(now, scope.kind, scope.id, id)) > 0),
    cancelFor: (scope, email, now) =>
      database.durable(async () => void (await cancelFor.run(now, scope.kind, scope.id, email))),
    removeAccepted: (scope, inviteeId, now) =>
      database.durable(async () => void (await removeAccepted.run(now, scope.kind, scope.id, inviteeId))),
    removeScope: (scope) => database.durable(async () => void (await removeScope.run(scope.kind, scope.id))),
  }
}

function inviteOf(row: Row | undefined): Invite | undefined {
  return row && requiredInviteOf(row)
}

function requiredInviteOf(row: Row): Invite {
  return {
    id: text(row, 'id'),
    scope: { kind: oneOf(row, 'scope_kind', ['workspace', 'project']), id: text(row, 'scope_id') },
    role: oneOf(row, 'role', roles),
    inviteeEmail: text(row, 'invitee_email'),
    inviteeId: optionalText(row, 'invitee_id'),
    ownerId: text(row, 'owner_id'),
    ownerEmail: text(row, 'owner_email'),
    status: oneOf(row, 'status', statuses),
    expiresAt: integer(row, 'expires_at'),
    createdAt: integer(row, 'created_at'),
    updatedAt: integer(row, 'updated_at'),
  }
}
