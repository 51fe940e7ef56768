import { roles } from '@gatehouse/contract/operator-places'
import type { Role } from '@gatehouse/contract/operator-places'
import { integer, oneOf, optionalText, text } from '@gatehouse/platform/row'
import type { Row } from '@gatehouse/platform/row'
import type { Database } from '@gatehouse/platform/database'

import type { Place } from '../access/grant-store.ts'
import type { Page } from '../http/paging.ts'
import { createKeyset } from '../sql/keyset.ts'

const statuses = ['pending', 'accepted', 'declined', 'cancelled', 'removed'] as const

/** An invitation to a workspace or a project, without its token. Times are Unix milliseconds. */
export interface Invite {
  readonly id: string
  readonly place: Place
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

/** Invitations on disk; synchronous. */
export interface InviteStore {
  insert(invite: Invite, tokenDigest: string): void
  findByToken(digest: string): Invite | undefined
  find(place: Place, id: string): Invite | undefined
  /** Oldest first; one page and one more. `open`: neither accepted nor taken back. */
  list(place: Place, which: 'open' | 'all', page: Page): readonly Invite[]
  /** True for the one that gets it: an invitation is accepted once. */
  accept(id: string, inviteeId: string, now: number): boolean
  /** Takes back what is still pending. True if it was. */
  cancel(place: Place, id: string, now: number): boolean
  /** Takes back what is pending for an address. */
  cancelFor(place: Place, email: string, now: number): void
  /** The person has been removed since. */
  removeAccepted(place: Place, inviteeId: string, now: number): void
  removePlace(place: Place): void
}

/** Invitations in SQLite; of their tokens only digests. */
export function createInviteStore(database: Database): InviteStore {
  const columns =
    'id, place_kind, place_id, role, invitee_email, invitee_id, owner_id, owner_email, status, expires_at, created_at, updated_at'
  const byPlace = 'place_kind = ? AND place_id = ?'
  const insert = database.prepare(
    `INSERT INTO invites (${columns}, token_digest) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const findByToken = database.prepare(`SELECT ${columns} FROM invites WHERE token_digest = ?`)
  const find = database.prepare(`SELECT ${columns} FROM invites WHERE ${byPlace} AND id = ?`)
  const list = createKeyset(database, {
    columns,
    from: 'invites',
    where: "place_kind = :kind AND place_id = :place AND (:which = 'all' OR status = 'pending')",
  })
  const accept = database.prepare(
    `UPDATE invites SET status = 'accepted', invitee_id = ?, updated_at = ? WHERE id = ? AND status = 'pending'`,
  )
  const take = `UPDATE invites SET status = 'cancelled', updated_at = ? WHERE ${byPlace} AND status = 'pending' AND`
  const cancel = database.prepare(`${take} id = ?`)
  const cancelFor = database.prepare(`${take} invitee_email = ?`)
  const removeAccepted = database.prepare(
    `UPDATE invites SET status = 'removed', updated_at = ? WHERE ${byPlace} AND invitee_id = ? AND status = 'accepted'`,
  )
  const removePlace = database.prepare(`DELETE FROM invites WHERE ${byPlace}`)
  return {
    insert: (one, tokenDigest) =>
      void insert.run(
        one.id,
        one.place.kind,
        one.place.id,
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
      ),
    findByToken: (digest) => inviteOf(findByToken.get(digest)),
    find: (place, id) => inviteOf(find.get(place.kind, place.id, id)),
    list: ({ kind, id: place }, which, page) => list({ kind, place, which }, page).map(requiredInviteOf),
    accept: (id, inviteeId, now) => Number(accept.run(inviteeId, now, id).changes) > 0,
    cancel: (place, id, now) => Number(cancel.run(now, place.kind, place.id, id).changes) > 0,
    cancelFor: (place, email, now) => void cancelFor.run(now, place.kind, place.id, email),
    removeAccepted: (place, inviteeId, now) => void removeAccepted.run(now, place.kind, place.id, inviteeId),
    removePlace: (place) => void removePlace.run(place.kind, place.id),
  }
}

function inviteOf(row: Row | undefined): Invite | undefined {
  return row && requiredInviteOf(row)
}

function requiredInviteOf(row: Row): Invite {
  return {
    id: text(row, 'id'),
    place: { kind: oneOf(row, 'place_kind', ['workspace', 'project']), id: text(row, 'place_id') },
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
