import { randomUUID } from 'node:crypto'
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { FlowKind, UiNode } from '@gatehouse/contract/flows'
import {
  type Database,
  integer,
  json,
  optionalInteger,
  optionalText,
  preparePurge,
  type Row,
  text,
} from '@gatehouse/platform/database'

import type { Seals } from '../credentials/sealed.ts'
import type { StoredFlow } from '../flows/model/flow.ts'
import type { FlowStore, OwnedCode, StoredCode, StoredContinuity, StoredError } from '../flows/ports/flow-store.ts'
import sample from './flow-dictionary.json' with { type: 'json' }
import { remembered } from './remembered.ts'

/** The time for which expired rows are kept: late visitors get "expired" with a next step instead of "unknown". */
const graceMs = 24 * 60 * 60 * 1000

// Some 8 KB each, with the text that is cached with it.
const rememberedFlows = 1_024

/** Flows, codes, errors and continuity containers. */
export function createFlowStore(database: Database): FlowStore {
  return {
    ...flowRows(database),
    ...codeRows(database),
    ...errorRows(database),
    ...continuityRows(database),
  }
}

function flowRows(
  database: Database,
): Pick<FlowStore, 'insert' | 'update' | 'find' | 'delete' | 'deleteByIdentity' | 'purgeExpired'> {
  const insertFlow = database.prepareWrite(
    'INSERT INTO flows (id, kind, identity_id, expires_at, document) VALUES (?, ?, ?, ?, ?)',
  )
  const updateFlow = database.prepareWrite(
    'UPDATE flows SET identity_id = ?, expires_at = ?, document = ? WHERE id = ?',
  )
  const deleteFlow = database.prepareWrite('DELETE FROM flows WHERE id = ?')
  const deleteFlows = database.prepare('DELETE FROM flows WHERE identity_id = ? AND id <> ?')
  const deleteLoginCodes = database.prepare(
    `DELETE FROM codes WHERE owner_id = ? AND purpose = 'login' AND flow_id <> ?`,
  )
  const deleteContainers = database.prepare('DELETE FROM continuity_containers WHERE identity_id = ?')
  const findFlow = database.prepareHeld('SELECT document FROM flows WHERE id = ?')
  const purges = [
    // A link may outlive the flow that it belongs to.
    preparePurge(database, {
      table: 'flows',
      key: 'id',
      condition: `expires_at < :end
        AND NOT EXISTS (SELECT 1 FROM codes WHERE flow_id = flows.id AND used_at IS NULL AND expires_at >= :end)`,
    }),
    preparePurge(database, { table: 'errors', key: 'id', condition: 'created_at < :end' }),
    preparePurge(database, { table: 'continuity_containers', key: 'id', condition: 'expires_at < :end' }),
  ]
  const find = remembered(
    database,
    async (id: string) => {
      const row = await findFlow.get(id)
      return row && unpackedFlow(text(row, 'document'))
    },
    rememberedFlows,
  )

  return {
    insert: async (flow) => {
      await insertFlow.run(flow.id, flow.kind, flow.identityId ?? null, flow.expiresAt, packedFlow(flow))
    },
    update: async (flow) => {
      await updateFlow.run(flow.identityId ?? null, flow.expiresAt, packedFlow(flow), flow.id)
      find.forget(flow.id)
    },
    find,
    delete: async (id) => {
      await deleteFlow.run(id)
      find.forget(id)
    },
    deleteByIdentity: (identityId, except = '') =>
      database.amend(async () => {
        await deleteFlows.run(identityId, except)
        // A sign-in flow does not name its account; its code does.
        await deleteLoginCodes.run(identityId, except)
        await deleteContainers.run(identityId)
        find.forget()
      }),
    purgeExpired: async (now) => {
      find.forget()
      let total = 0
      for (const purge of purges) total += await purge({ end: now - graceMs })
      return total
    },
  }
}

function codeRows(database: Database): Pick<FlowStore, 'insertCode' | 'liveCodes' | 'useCode' | 'dropCodes'> {
  const insertCode = database.prepare(
    `INSERT INTO codes (id, flow_id, purpose, code_hash, address, owner_id, owner_exists, expires_at, used_at, sequence)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, (SELECT coalesce(max(sequence), 0) + 1 FROM codes WHERE flow_id = ?))`,
  )
  const liveCodes = database.prepare(
    `SELECT id, flow_id, purpose, code_hash, address, owner_id, owner_exists, expires_at, used_at FROM codes
     WHERE flow_id = ? AND purpose = ? AND used_at IS NULL AND expires_at > ? ORDER BY sequence DESC`,
  )
  const useCode = database.prepare('UPDATE codes SET used_at = ? WHERE id = ? AND used_at IS NULL')
  const dropCodes = database.prepare('DELETE FROM codes WHERE flow_id = ? AND purpose = ? AND used_at IS NULL')

  return {
    insertCode: (code) =>
      database.durable(async () => {
        await insertCode.run(
          code.id,
          code.flowId,
          code.purpose,
          code.codeHash,
          code.address,
          code.identityId ?? randomUUID(),
          code.identityId === undefined ? 0 : 1,
          code.expiresAt,
          code.usedAt ?? null,
          code.flowId,
        )
      }),
    liveCodes: async (flowId, purpose, now) =>
      (await liveCodes.all(flowId, purpose, now)).map((row) => codeOf(row, purpose)),
    useCode: (id, now) => database.durable(async () => (await useCode.run(now, id)) > 0),
    dropCodes: (flowId, purpose) => database.write(async () => void (await dropCodes.run(flowId, purpose))),
  }
}

function errorRows(database: Database): Pick<FlowStore, 'insertError' | 'findError'> {
  const insertError = database.prepare('INSERT INTO errors (id, body, created_at) VALUES (?, ?, ?)')
  const findError = database.prepare('SELECT id, body, created_at FROM errors WHERE id = ?')

  return {
    insertError: (error) =>
      database.write(async () => void (await insertError.run(error.id, JSON.stringify(error.body), error.createdAt))),
    findError: async (id) => {
      const row = await findError.get(id)
      return row && errorOf(row)
    },
  }
}

function continuityRows(
  database: Database,
): Pick<FlowStore, 'insertContinuity' | 'insertContinuityOnce' | 'findContinuity' | 'takeContinuity'> {
  const insertContinuity = database.prepare(
    'INSERT INTO continuity_containers (id, identity_id, payload, expires_at) VALUES (?, ?, ?, ?)',
  )
  const insertContinuityOnce = database.prepare(
    `INSERT INTO continuity_containers (id, identity_id, payload, expires_at) VALUES (?, ?, ?, ?)
     ON CONFLICT DO NOTHING`,
  )
  const findContinuity = database.prepare(
    'SELECT id, identity_id, payload, expires_at FROM continuity_containers WHERE id = ?',
  )
  const takeContinuity = database.prepare(
    'DELETE FROM continuity_containers WHERE id = ? RETURNING id, identity_id, payload, expires_at',
  )

  return {
    insertContinuity: (container) =>
      database.write(async () => {
        const { id, identityId, payload, expiresAt } = container
        await insertContinuity.run(id, identityId ?? null, JSON.stringify(payload), expiresAt)
      }),
    insertContinuityOnce: ({ id, identityId, payload, expiresAt }) =>
      database.durable(
        async () => (await insertContinuityOnce.run(id, identityId ?? null, JSON.stringify(payload), expiresAt)) > 0,
      ),
    findContinuity: async (id, now) => {
      const row = await findContinuity.get(id)
      return row && integer(row, 'expires_at') > now ? continuityOf(row) : undefined
    },
    takeContinuity: async (id, now) => {
      const row = await database.write(() => takeContinuity.get(id))
      return row && integer(row, 'expires_at') > now ? continuityOf(row) : undefined
    },
  }
}

function codeOf(row: Row, purpose: StoredCode['purpose']): OwnedCode {
  const ownerId = text(row, 'owner_id')
  return {
    id: text(row, 'id'),
    flowId: text(row, 'flow_id'),
    purpose,
    codeHash: text(row, 'code_hash'),
    address: text(row, 'address'),
    identityId: integer(row, 'owner_exists') === 1 ? ownerId : undefined,
    ownerId,
    expiresAt: integer(row, 'expires_at'),
    usedAt: optionalInteger(row, 'used_at'),
  }
}

function errorOf(row: Row): StoredError {
  return { id: text(row, 'id'), body: json(row, 'body') as StoredError['body'], createdAt: integer(row, 'created_at') }
}

function continuityOf(row: Row): StoredContinuity {
  return {
    id: text(row, 'id'),
    identityId: optionalText(row, 'identity_id'),
    payload: json(row, 'payload') as StoredContinuity['payload'],
    expiresAt: integer(row, 'expires_at'),
  }
}

/** The common parts of most flows. Stored flows are read by it, so neither it nor its file may change: add `d2:`. */
const dictionary = Buffer.from(JSON.stringify(sample))
const prefix = 'd1:'

/**
 * Returns a flow for the column `document`: a tenth of its JSON, since every opened sign-in page leaves one, and most
 * of them are never used (figures: docs/reference/performance.md).
 */
function packedFlow(flow: StoredFlow): string {
  return prefix + deflateRawSync(JSON.stringify(flow), { dictionary }).toString('base64')
}

/** Reads a flow of the column, and plain JSON, which earlier versions stored. */
export function unpackedFlow(document: string): StoredFlow {
  const json = document.startsWith(prefix)
    ? inflateRawSync(Buffer.from(document.slice(prefix.length), 'base64'), { dictionary }).toString()
    : document
  const stored = JSON.parse(json) as StoredFlow
  // JSON leaves out undefined values.
  const { active, returnTo, csrfHash, identityId } = stored
  return { ...stored, active, returnTo, csrfHash, identityId }
}

/**
 * Forms that hold secrets: settings show keys and backup codes, and alone store new ones until they are saved; a
 * verification has the code of a link that was opened.
 */
const withSecrets: readonly FlowKind[] = ['settings', 'verification']

/** Wraps a flow store: it seals forms that hold secrets. A form that cannot be opened any more counts as absent. */
export function sealedNodes(store: FlowStore, seals: Seals): FlowStore {
  const close = (flow: StoredFlow): StoredFlow =>
    withSecrets.includes(flow.kind)
      ? {
          ...flow,
          nodes: [],
          details: { ...flow.details, sealedNodes: seals.seal(JSON.stringify(flow.nodes), form(flow)) },
        }
      : flow

  function open(flow: StoredFlow): StoredFlow | undefined {
    const { sealedNodes: sealed, ...details } = flow.details
    if (sealed === undefined) return flow
    const plain = seals.open(sealed, form(flow))
    return plain === undefined ? undefined : { ...flow, details, nodes: JSON.parse(plain) as readonly UiNode[] }
  }

  return {
    ...store,
    insert: (flow) => store.insert(close(flow)),
    update: (flow) => store.update(close(flow)),
    find: async (id) => {
      const flow = await store.find(id)
      return flow && open(flow)
    },
  }
}

function form({ id }: StoredFlow): string {
  return `form of ${id}`
}
