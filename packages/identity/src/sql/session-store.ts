import {
  ConcurrentChangeError,
  integer,
  json,
  optionalText,
  text,
  type Row,
  type Database,
  preparePurge,
} from '@gatehouse/platform/database'
import type { Clock } from '@gatehouse/platform/work'
import type { EventRecorder, EventOf } from '../events/recorder.ts'
import { timestamp } from '../identities/present.ts'
import type { EndedSession, SessionStore } from '../sessions/session-store.ts'
import type { Session } from '../sessions/session.ts'
import { identityColumns, identityOf } from './identity-row.ts'
import { remembered } from './remembered.ts'

const columns = `s.id, s.identity_id, s.active, s.aal, s.methods, s.devices, s.issued_at, s.authenticated_at, s.expires_at,
  coalesce(s.last_used_at, s.authenticated_at) AS last_used_at, s.created_at`
/** `:active` is NULL (any), 1 (usable now) or 0 (revoked or expired). */
const activeIs = '((s.active = 1 AND s.expires_at > :now) = :active OR :active IS NULL)'

const withDevice = { sqlite: `json_insert(devices, '$[#]', json(?))`, postgres: '(devices::jsonb || ?::jsonb)::text' }

const whichEnded = 'RETURNING id, identity_id, 1 AS was_active, expires_at'
const whichRemoved = 'RETURNING id, identity_id, active AS was_active, expires_at'
// Some 4 KB each.
const rememberedSessions = 4_096

/** The dependencies of recording a change. */
interface Recording {
  readonly recorder: Pick<EventRecorder, 'record'>
  readonly clock: Clock
}

/** Creates the store of sessions in their table; each change is recorded with its event. */
export function createSessionStore(database: Database, recording: Recording): SessionStore {
  const purge = preparePurge(database, { table: 'sessions', key: 'id', condition: 'expires_at < :end' })
  return {
    ...sessionChanges(database, recording),
    ...sessionReads(database),
    ...sessionEnds(database, recording),
    purgeExpired: (end) => purge({ end }),
  }
}

/** The writes of one session, each with its event. */
function sessionChanges(
  database: Database,
  { recorder }: Recording,
): Pick<SessionStore, 'insert' | 'change' | 'touch' | 'replaceToken' | 'addDevice'> {
  const insert = database.prepare(
    `INSERT INTO sessions (id, identity_id, token_hash, active, aal, methods, devices, issued_at, authenticated_at,
     expires_at, created_at, last_used_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const update = database.prepare(
    'UPDATE sessions SET aal = ?, methods = ?, authenticated_at = ?, expires_at = ? WHERE id = ?',
  )
  const touch = database.prepare('UPDATE sessions SET last_used_at = ? WHERE id = ?')
  // Lists of people are sorted by it. A change of a session writes it first, as the end of an account removes it before
  // its sessions: neither waits for the other.
  const seen = database.prepare(
    'UPDATE identity_search SET last_seen = max(last_seen, :at) WHERE identity_id = :identity',
  )
  const seenIn = database.prepare(
    `UPDATE identity_search SET last_seen = max(last_seen, :at)
     WHERE identity_id = (SELECT identity_id FROM sessions WHERE id = :session)`,
  )
  const replaceToken = database.prepare('UPDATE sessions SET token_hash = ? WHERE id = ?')
  const addDevice = database.prepare(`UPDATE sessions SET devices = ${withDevice[database.dialect]} WHERE id = ?`)
  const byId = database.prepareHeld(`SELECT ${columns} FROM sessions s WHERE s.id = ?`)

  return {
    insert: (session, tokenHash) =>
      database.durable(async () => {
        await insert.run(
          session.id,
          session.identityId,
          tokenHash,
          Number(session.active),
          session.aal,
          JSON.stringify(session.methods),
          JSON.stringify(session.devices),
          session.issuedAt,
          session.authenticatedAt,
          session.expiresAt,
          session.issuedAt,
          session.lastUsedAt,
        )
        await seen.run({ identity: session.identityId, at: session.lastUsedAt })
        await recorder.record(...sessionIssued(session))
      }),
    change: (read, change) =>
      database.amend(async () => {
        const after = { ...read, ...change }
        if (after.authenticatedAt > read.authenticatedAt) {
          await seen.run({ identity: read.identityId, at: after.authenticatedAt })
        }
        const before = first(await byId.get(read.id))
        if (!before || !isSame(before, read)) {
          throw new ConcurrentChangeError(`session ${read.id} was changed or ended since it was read`)
        }
        await update.run(...changeable(after), read.id)
        for (const event of sessionUpdated(before, after)) await recorder.record(...event)
        return after
      }),
    touch: (id, now) =>
      database.write(async () => {
        await seenIn.run({ session: id, at: now })
        await touch.run(now, id)
      }),
    replaceToken: (id, tokenHash) => database.amend(async () => void (await replaceToken.run(tokenHash, id))),
    addDevice: (id, device) => database.amend(async () => void (await addDevice.run(JSON.stringify(device), id))),
  }
}

/** The look-ups and lists. */
function sessionReads(
  database: Database,
): Pick<SessionStore, 'find' | 'findByTokenHash' | 'findWithIdentity' | 'listByIdentity' | 'list'> {
  const byId = database.prepareHeld(`SELECT ${columns} FROM sessions s WHERE s.id = ?`)
  const byToken = database.prepare(`SELECT ${columns} FROM sessions s WHERE s.token_hash = ?`)
  const withIdentity = database.prepare(
    `SELECT ${columns}, ${identityColumns} FROM sessions s JOIN identities i ON i.id = s.identity_id WHERE s.token_hash = ?`,
  )
  const ofIdentity = `s.identity_id = :identity AND s.id <> :except AND ${activeIs}`
  const pageOfIdentity = database.prepare(
    `SELECT ${columns} FROM sessions s WHERE ${ofIdentity} ORDER BY s.created_at DESC, s.id DESC LIMIT :size OFFSET :offset`,
  )
  const countOfIdentity = database.prepare(`SELECT count(*) AS total FROM sessions s WHERE ${ofIdentity}`)
  const page = database.prepare(
    `SELECT ${columns} FROM sessions s WHERE ${activeIs} AND (s.created_at, s.id) < (:at, :id)
     ORDER BY s.created_at DESC, s.id DESC LIMIT :size`,
  )
  const findWithIdentity = remembered(
    database,
    async (tokenHash: string) => {
      const row = await withIdentity.get(tokenHash)
      return row && { session: sessionOf(row), identity: identityOf(row) }
    },
    rememberedSessions,
  )

  return {
    find: async (id) => first(await byId.get(id)),
    findByTokenHash: async (tokenHash) => first(await byToken.get(tokenHash)),
    findWithIdentity,
    listByIdentity: async (identity, query) => {
      const filter = { identity, except: query.except ?? '', active: activity(query.active), now: query.now }
      return {
        sessions: (await pageOfIdentity.all({ ...filter, size: query.size, offset: query.offset })).map(sessionOf),
        total: integer((await countOfIdentity.get(filter)) ?? {}, 'total'),
      }
    },
    list: async (query) => {
      const [at, id] = keyOf(query.after)
      const rows = await page.all({ active: activity(query.active), now: query.now, at, id, size: query.size + 1 })
      const last = rows[query.size - 1]
      const more = rows.length > query.size && last !== undefined
      return {
        sessions: rows.slice(0, query.size).map(sessionOf),
        next: more ? `${integer(last, 'created_at')}/${text(last, 'id')}` : undefined,
      }
    },
  }
}

/** The ends of sessions, each with its event. */
function sessionEnds(
  database: Database,
  { recorder, clock }: Recording,
): Pick<
  SessionStore,
  'endUnused' | 'revoke' | 'endingOf' | 'restore' | 'revokeByIdentity' | 'deleteByIdentity' | 'end'
> {
  const isUnused = 'active = 1 AND last_used_at < :since AND authenticated_at < :since'
  // Conditions are repeated outside: a server looks at them again if another process changed the row meanwhile.
  const endUnused = database.prepare(
    `UPDATE sessions SET active = 0
     WHERE id IN (SELECT id FROM sessions WHERE ${isUnused} LIMIT :limit) AND ${isUnused} ${whichEnded}`,
  )
  const revoke = database.prepare(
    `UPDATE sessions SET active = 0, ended_by = :by, ended_at = :at WHERE id = :id AND active = 1 ${whichEnded}`,
  )
  const endingOf = database.prepareHeld('SELECT ended_by, ended_at FROM sessions WHERE id = ?')
  const restore = database.prepare('UPDATE sessions SET active = 1, ended_by = NULL, ended_at = NULL WHERE id = ?')
  // If another caller ends them as well, they cannot be restored any more.
  const settle = (condition: string) =>
    database.prepare(`UPDATE sessions SET ended_by = NULL, ended_at = NULL WHERE ended_by IS NOT NULL AND ${condition}`)
  const settleOne = settle(`id = :id AND ended_by <> :by`)
  const settleAll = settle('identity_id = ?')
  const revokeAll = database.prepare(
    `UPDATE sessions SET active = 0 WHERE identity_id = ? AND id <> ? AND active = 1 ${whichEnded}`,
  )
  const deleteAll = database.prepare(`DELETE FROM sessions WHERE identity_id = ? ${whichRemoved}`)
  const inScope = `(:scope = 'all' OR :scope = 'session' AND id IN (SELECT value FROM json_each(:ids))
    OR :scope = 'identity' AND identity_id IN (SELECT value FROM json_each(:ids)))`
  const settleScope = settle(inScope)
  const scoped = (start: string, condition: string, which: string) =>
    database.prepare(
      `${start} WHERE id IN (SELECT id FROM sessions WHERE ${condition} AND ${inScope} LIMIT :limit)
       AND ${condition} ${which}`,
    )
  const ends = {
    disable: scoped('UPDATE sessions SET active = 0', 'active = 1', whichEnded),
    delete: scoped('DELETE FROM sessions', 'TRUE', whichRemoved),
  }
  /** Records the ends of the rows that a change has returned. */
  async function ended(rows: readonly Row[]): Promise<readonly EndedSession[]> {
    const sessions = rows.map(endedOf)
    for (const event of sessionsRevoked(sessions, clock())) await recorder.record(...event)
    return sessions
  }

  return {
    endUnused: (since, limit) => database.amend(async () => ended(await endUnused.all({ since, limit }))),
    revoke: (id, ending) =>
      database.amend(async () => {
        await settleOne.run({ id, by: ending?.by ?? '' })
        return ended(await revoke.all({ id, by: ending?.by ?? null, at: ending?.at ?? null }))
      }),
    endingOf: async (id) => {
      const row = await endingOf.get(id)
      const by = row && optionalText(row, 'ended_by')
      return row && by !== undefined ? { by, at: integer(row, 'ended_at') } : undefined
    },
    restore: (session) =>
      database.amend(async () => {
        await restore.run(session.id)
        await recorder.record(...sessionRestored(session))
      }),
    revokeByIdentity: (identityId, except) =>
      database.amend(async () => {
        await settleAll.run(identityId)
        return ended(await revokeAll.all(identityId, except ?? ''))
      }),
    deleteByIdentity: (identityId) => database.amend(async () => ended(await deleteAll.all(identityId))),
    end: (action, scope, limit) =>
      database.amend(async () => {
        const ids = JSON.stringify(scope.by === 'all' ? [] : scope.ids.map((id) => id.toLowerCase()))
        await settleScope.run({ scope: scope.by, ids })
        return ended(await ends[action].all({ scope: scope.by, ids, limit }))
      }),
  }
}

function first(row: Row | undefined): Session | undefined {
  return row && sessionOf(row)
}

function activity(active: boolean | undefined): number | null {
  return active === undefined ? null : Number(active)
}

function keyOf(after: string | undefined): readonly [number, string] {
  if (after === undefined) return [Number.MAX_SAFE_INTEGER, '']
  const [at = '', id = ''] = after.split('/')
  return [Number(at), id]
}

function changeable(session: Session): readonly [string, string, number, number] {
  return [session.aal, JSON.stringify(session.methods), session.authenticatedAt, session.expiresAt]
}

function isSame(one: Session, other: Session): boolean {
  return one.active === other.active && changeable(one).join('\n') === changeable(other).join('\n')
}

function endedOf(row: Row): EndedSession {
  return {
    id: text(row, 'id'),
    identityId: text(row, 'identity_id'),
    wasActive: integer(row, 'was_active') === 1,
    expiresAt: integer(row, 'expires_at'),
  }
}

function sessionOf(row: Row): Session {
  return {
    id: text(row, 'id'),
    identityId: text(row, 'identity_id'),
    active: integer(row, 'active') === 1,
    aal: aalOf(text(row, 'aal')),
    methods: json(row, 'methods') as Session['methods'],
    issuedAt: integer(row, 'issued_at'),
    authenticatedAt: integer(row, 'authenticated_at'),
    lastUsedAt: integer(row, 'last_used_at'),
    expiresAt: integer(row, 'expires_at'),
    devices: json(row, 'devices') as Session['devices'],
  }
}

function aalOf(value: string): Session['aal'] {
  return value === 'aal2' || value === 'aal0' ? value : 'aal1'
}

/** Returns the event of a new session. */
function sessionIssued(session: Session): EventOf<'SessionIssued'> {
  return ['SessionIssued', aboutOwn(session), { ...proofsOf(session), expires_at: timestamp(session.expiresAt) }]
}

/** Returns the events of a session that was raised, confirmed or extended. */
function sessionUpdated(
  before: Session,
  after: Session,
): readonly EventOf<'SessionChanged' | 'SessionLifespanExtended'>[] {
  const events: EventOf<'SessionChanged' | 'SessionLifespanExtended'>[] = []
  if (before.methods.length !== after.methods.length) {
    events.push(['SessionChanged', aboutOwn(after), proofsOf(after)])
  }
  if (before.expiresAt < after.expiresAt) {
    events.push(['SessionLifespanExtended', about(after), { expires_at: timestamp(after.expiresAt) }])
  }
  return events
}

/** Returns the events of ended sessions; one that had ended or expired before has none. `now` in Unix milliseconds. */
function sessionsRevoked(ended: readonly EndedSession[], now: number): readonly EventOf<'SessionRevoked'>[] {
  return ended
    .filter(({ wasActive, expiresAt }) => wasActive && expiresAt > now)
    .map((session) => ['SessionRevoked', aboutOwn(session), {}])
}

/** Returns the event of a session that is active again. */
function sessionRestored(session: Session): EventOf<'SessionRestored'> {
  return ['SessionRestored', about(session), {}]
}

function about({ id, identityId }: Pick<Session, 'id' | 'identityId'>) {
  return { sessionId: id, identityId }
}

function aboutOwn(session: Pick<Session, 'id' | 'identityId'>) {
  return { ...about(session), by: 'self' } as const
}

function proofsOf({ aal, methods }: Session) {
  return { aal: aal === 'aal2' ? 'aal2' : 'aal1', methods: methods.map(({ method }) => method) } as const
}
