import { createHash } from 'node:crypto'
import {
  ConcurrentChangeError,
  UniqueConflictError,
  integer,
  text,
  type Row,
  type Database,
} from '@gatehouse/platform/database'
import type { RememberedDeviceStore } from '../devices/device-store.ts'
import { endsTrust } from '../devices/device-trust.ts'
import type { EventStore } from '../events/event-store.ts'
import { identityCreated, identityDeleted, identityUpdated } from '../events/identity-events.ts'
import type { EventRecorder } from '../events/recorder.ts'
import type {
  IdentityConflict,
  IdentityPage,
  IdentityStore,
  IdentityWrite,
  ProvenIdentityStore,
} from '../identities/identity-store.ts'
import type { CredentialType, Identity } from '../identities/identity.ts'
import { provesAddress } from '../identities/proved-address.ts'
import { identifierFamily, identifierRows, keyFamily, identityOf, identityColumns } from './identity-row.ts'
import { prepareSearch } from './identity-search.ts'
import { allRuns, createSearchIndex, runsOf } from './search-index.ts'
import { createWordStartIndex } from './word-start-index.ts'

type IdentityQuery = Parameters<IdentityStore['list']>[0]

/** The stores of what follows from a change of an identity, in its transaction. */
export interface IdentityEffects {
  readonly recorder: Pick<EventRecorder, 'record'>
  readonly events: Pick<EventStore, 'forgetClients'>
  readonly devices: Pick<RememberedDeviceStore, 'deleteByIdentity'>
}

/**
 * Creates the store of identities: one JSON document each, and unique index tables for the look-ups. Each change is
 * recorded with its event.
 */
export function createIdentityStore(database: Database, effects: IdentityEffects): ProvenIdentityStore {
  const byId = database.prepareHeld(`SELECT ${identityColumns} FROM identities i WHERE id = ?`)
  const revisionOf = database.prepareHeld('SELECT revision FROM identities WHERE id = ?')
  const byExternalId = database.prepare(`SELECT ${identityColumns} FROM identities i WHERE external_id = ?`)
  const ofName = prepareNames(database)
  const owners = database.prepare(
    `SELECT (SELECT count(*) FROM identity_identifiers
         WHERE family = 'sign_in' AND identifier = :address AND identity_id <> :besides)
       + (SELECT count(*) FROM identity_verifiable_addresses WHERE value = :address AND identity_id <> :besides)
       + (SELECT count(*) FROM identity_recovery_addresses WHERE value = :address AND identity_id <> :besides) AS total`,
  )
  const page = preparePages(database)
  const offsetPage = database.prepare(`SELECT ${identityColumns} FROM identities i ORDER BY id LIMIT ? OFFSET ?`)
  const count = database.prepare('SELECT count(*) AS total FROM identities')
  const index = prepareIndex(database)
  const search = prepareSearch(database)
  const starts = createWordStartIndex(database)

  const find: IdentityStore['find'] = async (id) => first(await byId.get(id))

  return {
    ...prepareWrites(database, effects, { find, index }),
    find,
    current: async (identity) => {
      const row = await revisionOf.get(identity.id)
      return row && integer(row, 'revision') === identity.revision ? identity : row && (await find(identity.id))
    },
    findByExternalId: async (externalId) => first(await byExternalId.get(externalId)),
    findByIdentifier: async (types, identifier) => {
      const families = [...new Set(types.map(identifierFamily))]
      const names = await Promise.all(families.map((family) => ofName.identifier(family, identifier)))
      return names.find((identity) => identity !== undefined && types.some((type) => holds(identity, type, identifier)))
    },
    findByVerifiableAddress: (value) => ofName.verifiable(value),
    findByRecoveryAddress: (value) => ofName.recovery(value),
    isTaken: async (address, besides = '') => integer((await owners.get({ address, besides })) ?? {}, 'total') > 0,
    conflict: (identity) => index.conflict(identity),
    list: async (query) => pageFrom((await page(query)).map(identityOf), query.size),
    search,
    indexMissing: () => starts.addMissing(),
    listOffset: async ({ size, page }) => ({
      identities: (await offsetPage.all(size, size * page)).map(identityOf),
      total: integer((await count.get()) ?? {}, 'total'),
    }),
  }
}

/** Prepares the changes. Each is one transaction with its event, and with what it ends. */
function prepareWrites(
  database: Database,
  { recorder, events, devices }: IdentityEffects,
  { find, index }: Pick<IdentityStore, 'find'> & { readonly index: ReturnType<typeof prepareIndex> },
): Pick<ProvenIdentityStore, 'insert' | 'update' | 'updateProved' | 'delete'> {
  const insertRow = database.prepare(
    `INSERT INTO identities (id, external_id, schema_id, organization_id, state, document, created_at, updated_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  )
  const updateRow = database.prepare(
    `UPDATE identities SET external_id = ?, schema_id = ?, organization_id = ?, state = ?, document = ?, created_at = ?,
     updated_at = ?, revision = revision + 1 WHERE id = ? AND revision = ?`,
  )
  const deleteRow = database.prepare('DELETE FROM identities WHERE id = ?')
  const words = createSearchIndex(database)

  async function replace(before: Identity | undefined, identity: Identity): Promise<IdentityWrite> {
    const conflict = await index.conflict(identity)
    if (conflict) return conflict
    const { id, revision } = identity
    if ((await updateRow.run(...columnsOf(identity), id, revision)) === 0) {
      if (!before) return { kind: 'conflict', field: 'id' }
      throw new ConcurrentChangeError(`identity ${id} was stored since its revision ${revision} was read`)
    }
    await index.erase(id)
    await index.write(identity)
    await words.replace(identity)
    return { kind: 'written', identity: { ...identity, revision: revision + 1 } }
  }

  async function recordUpdate(before: Identity, after: Identity): Promise<void> {
    const event = identityUpdated(before, after)
    if (event) await recorder.record(...event)
    if (endsTrust(before, after)) await devices.deleteByIdentity(after.id)
  }

  const update = (identity: Identity, { isUpkeep, mayProve }: { isUpkeep: boolean; mayProve: boolean }) =>
    orConflict(index, identity, () =>
      database.amend(async () => {
        const before = await find(identity.id)
        if (before && !mayProve && provesAddress(before, identity)) {
          throw new Error('an address becomes proved by AddressProofs only')
        }
        const written = await replace(before, identity)
        if (before && !isUpkeep && written.kind === 'written') await recordUpdate(before, identity)
        return written
      }),
    )

  return {
    insert: (identity) =>
      orConflict(index, identity, () =>
        database.durable(async () => {
          const conflict = await index.conflict(identity)
          if (conflict) return conflict
          if (await find(identity.id)) return { kind: 'conflict', field: 'id' }
          await insertRow.run(identity.id, ...columnsOf(identity))
          await index.write(identity)
          await words.add(identity)
          await recorder.record(...identityCreated(identity))
          return { kind: 'written', identity }
        }),
      ),
    update: (identity, cause) => update(identity, { isUpkeep: cause === 'upkeep', mayProve: false }),
    updateProved: (identity) => update(identity, { isUpkeep: false, mayProve: true }),
    delete: (id) =>
      database.amend(async () => {
        await words.remove(id)
        if ((await deleteRow.run(id)) === 0) return false
        await events.forgetClients(id)
        await recorder.record(...identityDeleted(id))
        return true
      }),
  }
}

/** Writes, or returns the conflict: a name may be taken between look-up and write, and a second look-up finds it. */
async function orConflict(
  index: Pick<ReturnType<typeof prepareIndex>, 'conflict'>,
  identity: Identity,
  write: () => Promise<IdentityWrite>,
): Promise<IdentityWrite> {
  try {
    return await write()
  } catch (error) {
    if (error instanceof UniqueConflictError)
      return (await index.conflict(identity)) ?? { kind: 'conflict', field: 'id' }
    throw error
  }
}

/**
 * Finds identities by typed names. For a name that no identity has, another identity is read and dropped, so that the
 * time does not reveal which accounts exist; it is the same one for the same name, or a cache would show the
 * difference.
 */
function prepareNames(database: Database) {
  const nearest = database.prepare(
    `SELECT ${identityColumns} FROM identities i WHERE id = coalesce(
       (SELECT min(id) FROM identities WHERE id >= ?), (SELECT min(id) FROM identities))`,
  )
  const finder = (owner: string) => {
    const ownerOr = database.prepare(`SELECT coalesce((${owner}), ?) AS identity_id`)
    return async (...name: readonly string[]): Promise<Identity | undefined> => {
      const another = createHash('sha256').update(name.join('\n')).digest('hex').slice(0, 36)
      const id = text((await ownerOr.get(...name, another)) ?? {}, 'identity_id')
      const identity = first(await nearest.get(id))
      return identity?.id === id ? identity : undefined
    }
  }
  return {
    identifier: finder('SELECT identity_id FROM identity_identifiers WHERE family = ? AND identifier = ?'),
    verifiable: finder('SELECT identity_id FROM identity_verifiable_addresses WHERE value = ?'),
    recovery: finder('SELECT identity_id FROM identity_recovery_addresses WHERE value = ?'),
  }
}

function first(row: Row | undefined): Identity | undefined {
  return row && identityOf(row)
}

function holds(identity: Identity, type: CredentialType, identifier: string): boolean {
  return identity.credentials[type]?.identifiers.includes(identifier) ?? false
}

// The text of a whole document is checked first: parsing a document costs more.
const inTraits = {
  sqlite: `i.document LIKE :words ESCAPE '\\' AND EXISTS (
    SELECT 1 FROM json_tree(i.document, '$.traits') t WHERE t.atom LIKE :words ESCAPE '\\')`,
  postgres: 'is_in_traits(i.document, :words)',
}
const narrowed = (dialect: Database['dialect']) =>
  `AND (i.state = :state OR :state IS NULL) AND (i.schema_id = :schema OR :schema IS NULL)
  AND (${inTraits[dialect]} OR :words IS NULL)`

/** Prepares one statement per filter, so that each uses its own index. */
function preparePages(database: Database): (query: IdentityQuery) => Promise<readonly Row[]> {
  const where = (condition: string) =>
    database.prepare(
      `SELECT ${identityColumns} FROM identities i WHERE i.id > :after AND ${condition} ${narrowed(database.dialect)} ORDER BY i.id LIMIT :limit`,
    )
  const lowered = `SELECT identity_id FROM identity_identifiers WHERE family <> '${keyFamily}' AND lower(identifier)`
  const identifiers = `SELECT identity_id FROM identity_identifiers WHERE family <> '${keyFamily}' AND identifier`
  const all = where('TRUE')
  const byIds = where('i.id IN (SELECT value FROM json_each(:filter))')
  const byIdentifier = where(`i.id IN (${identifiers} = :filter)`)
  const bySimilar = where(`i.id IN (${lowered} LIKE lower(:filter) ESCAPE '\\')`)
  const byOrganization = where('i.organization_id = :filter')
  // The result of the index is compared with the traits as well: it knows runs of letters, and no case.
  const byWords =
    database.dialect === 'sqlite'
      ? where(
          `i.id IN (SELECT s.identity_id FROM identity_search_runs r JOIN identity_search s ON s.number = r.rowid
           WHERE identity_search_runs MATCH :filter)`,
        )
      : undefined
  const byState = where('i.state = :filter')
  const bySchema = where('i.schema_id = :filter')

  return async (query) => {
    const { traitSimilar: words, state = null, schemaId: schema = null } = query
    const range = {
      after: query.after ?? '',
      limit: query.size + 1,
      state,
      schema,
      words: words === undefined ? null : `%${escapeLike(words)}%`,
    }
    if (query.ids !== undefined) return byIds.all({ ...range, filter: JSON.stringify(query.ids) })
    if (query.identifier !== undefined) return byIdentifier.all({ ...range, filter: query.identifier })
    if (query.identifierSimilar !== undefined) {
      return bySimilar.all({ ...range, filter: `%${escapeLike(query.identifierSimilar)}%` })
    }
    if (query.organizationId !== undefined) return byOrganization.all({ ...range, filter: query.organizationId })
    const runs = words === undefined ? undefined : allRuns(runsOf(words))
    if (byWords !== undefined && runs !== undefined) return byWords.all({ ...range, filter: runs })
    if (schema !== null) return bySchema.all({ ...range, filter: schema })
    if (state !== null) return byState.all({ ...range, filter: state })
    return all.all(range)
  }
}

function pageFrom(found: readonly Identity[], size: number): IdentityPage {
  const identities = found.slice(0, size)
  return { identities, next: found.length > size ? identities.at(-1)?.id : undefined }
}

function escapeLike(value: string): string {
  return value.replace(/[\\%_]/g, (character) => `\\${character}`)
}

function columnsOf(identity: Identity): [string | null, string, string | null, string, string, number, number] {
  // The revision has a separate column.
  const { revision: _revision, ...document } = identity
  return [
    identity.externalId ?? null,
    identity.schemaId,
    identity.organizationId ?? null,
    identity.state,
    JSON.stringify(document),
    identity.createdAt,
    identity.updatedAt,
  ]
}

/** Prepares the tables that make values unique. Conflicts are found before any write, so nothing is half done. */
function prepareIndex(database: Database) {
  const unique = [
    {
      field: 'identifier' as const,
      rows: (identity: Identity) => identifierRows(identity),
      owner: database.prepare('SELECT identity_id FROM identity_identifiers WHERE family = ? AND identifier = ?'),
      insert: database.prepare('INSERT INTO identity_identifiers (family, identifier, identity_id) VALUES (?, ?, ?)'),
      erase: database.prepare('DELETE FROM identity_identifiers WHERE identity_id = ?'),
    },
    {
      field: 'address' as const,
      rows: (identity: Identity) => values(identity.verifiableAddresses),
      owner: database.prepare('SELECT identity_id FROM identity_verifiable_addresses WHERE value = ?'),
      insert: database.prepare('INSERT INTO identity_verifiable_addresses (value, identity_id) VALUES (?, ?)'),
      erase: database.prepare('DELETE FROM identity_verifiable_addresses WHERE identity_id = ?'),
    },
    {
      field: 'address' as const,
      rows: (identity: Identity) => values(identity.recoveryAddresses),
      owner: database.prepare('SELECT identity_id FROM identity_recovery_addresses WHERE value = ?'),
      insert: database.prepare('INSERT INTO identity_recovery_addresses (value, identity_id) VALUES (?, ?)'),
      erase: database.prepare('DELETE FROM identity_recovery_addresses WHERE identity_id = ?'),
    },
  ]
  const externalOwner = database.prepare('SELECT id AS identity_id FROM identities WHERE external_id = ?')
  const foreign = (row: Row | undefined, id: string) => row !== undefined && text(row, 'identity_id') !== id

  return {
    async conflict(identity: Identity): Promise<IdentityConflict | undefined> {
      for (const table of unique) {
        for (const row of table.rows(identity)) {
          if (foreign(await table.owner.get(...row), identity.id)) return { kind: 'conflict', field: table.field }
        }
      }
      const external = identity.externalId
      if (external !== undefined && foreign(await externalOwner.get(external), identity.id)) {
        return { kind: 'conflict', field: 'external_id' }
      }
      return undefined
    },
    async write(identity: Identity): Promise<void> {
      for (const table of unique) for (const row of table.rows(identity)) await table.insert.run(...row, identity.id)
    },
    async erase(id: string): Promise<void> {
      for (const table of unique) await table.erase.run(id)
    },
  }
}

function values(addresses: readonly { readonly value: string }[]): readonly (readonly string[])[] {
  return [...new Set(addresses.map(({ value }) => value))].map((value) => [value])
}
