import { roles } from '@gatehouse/contract/operator-places'
import type { Role } from '@gatehouse/contract/operator-places'
import { integer, oneOf, text } from '@gatehouse/platform/row'
import type { Row } from '@gatehouse/platform/row'
import type { Database } from '@gatehouse/platform/database'

import type { Page } from '../http/paging.ts'
import { createKeyset } from '../sql/keyset.ts'
import type { Principal } from './principal.ts'
import { idOf } from './principal.ts'

/** Where a role holds. */
export interface Place {
  readonly kind: 'workspace' | 'project'
  readonly id: string
}

/** A person's role at a place, and since when. */
export interface Membership {
  readonly identityId: string
  readonly role: Role
  readonly createdAt: number
}

/** A membership, and whether it is of the project itself or of its workspace. */
export type PlacedMembership = Membership & { readonly source: Place['kind'] }

/** The places that a list of members is about: a workspace, or a project with its workspace. */
export interface MembersOf {
  readonly workspaceId: string
  readonly projectId?: string
}

/** Who has which role where; synchronous. */
export interface GrantStore {
  /** Gives a role, in the place of the one that was there. */
  put(principal: Principal, place: Place, role: Role, now: number): void
  /** True if there was one. */
  remove(principal: Principal, place: Place): boolean
  /** Everything that a principal has. */
  removeAll(principal: Principal): void
  /** Everything that holds at a place. */
  removePlace(place: Place): void
  roleAt(principal: Principal, place: Place): Role | undefined
  placesOf(principal: Principal): readonly (Place & { readonly role: Role })[]
  /** People, oldest first. */
  members(place: Place): readonly Membership[]
  /** People, oldest first, each once with the stronger role; one page and one more. */
  listMembers(places: MembersOf, page: Page): readonly PlacedMembership[]
}

/** Roles of operators and keys in SQLite. */
export function createGrantStore(database: Database): GrantStore {
  const put = database.prepare(
    `INSERT INTO grants (subject_kind, subject_id, place_kind, place_id, role, created_at) VALUES (?, ?, ?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET role = excluded.role`,
  )
  const bySubject = 'subject_kind = ? AND subject_id = ?'
  const byPlace = 'place_kind = ? AND place_id = ?'
  const remove = database.prepare(`DELETE FROM grants WHERE ${bySubject} AND ${byPlace}`)
  const removeAll = database.prepare(`DELETE FROM grants WHERE ${bySubject}`)
  const removePlace = database.prepare(`DELETE FROM grants WHERE ${byPlace}`)
  const roleAt = database.prepare(`SELECT role FROM grants WHERE ${bySubject} AND ${byPlace}`)
  const placesOf = database.prepare(`SELECT place_kind, place_id, role FROM grants WHERE ${bySubject}`)
  const members = database.prepare(
    `SELECT subject_id, role, created_at FROM grants WHERE subject_kind = 'operator' AND ${byPlace}
     ORDER BY created_at, subject_id`,
  )
  const rank = "CASE role WHEN 'owner' THEN 0 WHEN 'developer' THEN 1 ELSE 2 END"
  const listMembers = createKeyset(database, {
    columns: 'subject_id, role, created_at, place_kind',
    from: `(SELECT subject_id, role, created_at, place_kind,
        ROW_NUMBER() OVER (PARTITION BY subject_id ORDER BY ${rank}, place_kind DESC) AS choice
      FROM grants WHERE subject_kind = 'operator' AND (
        (place_kind = 'workspace' AND place_id = :workspace) OR (place_kind = 'project' AND place_id = :project)))`,
    where: 'choice = 1',
    id: 'subject_id',
  })
  return {
    put: (principal, place, role, now) =>
      void put.run(principal.kind, idOf(principal), place.kind, place.id, role, now),
    remove: (principal, place) => Number(remove.run(principal.kind, idOf(principal), place.kind, place.id).changes) > 0,
    removeAll: (principal) => void removeAll.run(principal.kind, idOf(principal)),
    removePlace: (place) => void removePlace.run(place.kind, place.id),
    roleAt: (principal, place) => {
      if (principal.kind === 'listener') return 'owner'
      const row = roleAt.get(principal.kind, idOf(principal), place.kind, place.id)
      return row && oneOf(row, 'role', roles)
    },
    placesOf: (principal) => placesOf.all(principal.kind, idOf(principal)).map(placeOf),
    members: (place) => members.all(place.kind, place.id).map(membershipOf),
    listMembers: ({ workspaceId, projectId = '' }, page) =>
      listMembers({ workspace: workspaceId, project: projectId }, page).map((row) => ({
        ...membershipOf(row),
        source: oneOf(row, 'place_kind', ['workspace', 'project']),
      })),
  }
}

function placeOf(row: Row): Place & { readonly role: Role } {
  return {
    kind: oneOf(row, 'place_kind', ['workspace', 'project']),
    id: text(row, 'place_id'),
    role: oneOf(row, 'role', roles),
  }
}

function membershipOf(row: Row): Membership {
  return { identityId: text(row, 'subject_id'), role: oneOf(row, 'role', roles), createdAt: integer(row, 'created_at') }
}
