import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  openPostgresStores,
  ConcurrentChangeError,
  openSqliteStores,
  UniqueConflictError,
  type StoreDatabase,
} from '@gatehouse/platform/database'
import { postgresIsMissing, startPostgres } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Identity } from './identity-store.ts'
import { postgresSchema, sqliteSchema } from './schema.ts'
import { createStores } from './stores.ts'
import type { ProjectStores } from './stores.ts'

const missing = postgresIsMissing()

function personOf(name: string): Identity {
  return {
    id: name,
    state: 'active',
    traits: { name },
    credentials: { password: { hash: `hash of ${name}` } },
    addresses: [`${name}@example.org`],
  }
}

/** What holds on every database. */
function contract(open: () => Promise<StoreDatabase>): void {
  let database: StoreDatabase
  let stores: ProjectStores
  beforeAll(async () => {
    database = await open()
    stores = createStores(database, 'one')
  })
  afterAll(() => database.close())
  const add = (person: Identity) => stores.write('acknowledged', ({ identities }) => identities.create(person))

  it('answers whoami with the session and its identity, until it ends', async () => {
    await add(personOf('anna'))
    const session = { id: 's', token: 'token', identity: 'anna', expiresAt: 1_800_000_000_000 }
    await stores.write('background', ({ sessions }) => sessions.create(session))
    expect(await stores.read.sessions.whoami('token', 1)).toEqual({
      id: 's',
      expiresAt: 1_800_000_000_000,
      identity: { id: 'anna', traits: { name: 'anna' } },
    })
    expect(await stores.read.sessions.whoami('token', 1_800_000_000_000)).toBeUndefined()
    expect(await stores.read.sessions.whoami('other', 1)).toBeUndefined()
  })

  it('shows an identity to others once it is committed, whole', async () => {
    const berta = personOf('berta')
    await stores.write('acknowledged', async ({ identities }) => {
      await identities.create(berta)
      expect(await identities.get('berta')).toMatchObject(berta)
      expect(await stores.read.identities.get('berta')).toBeUndefined()
    })
    expect(await stores.read.identities.findByAddress('berta@example.org')).toEqual({ ...berta, version: 1 })
  })

  it('stores nothing of an identity whose address is taken', async () => {
    await add(personOf('carla'))
    const twin = { ...personOf('twin'), addresses: ['carla@example.org'] }
    await expect(add(twin)).rejects.toThrow(UniqueConflictError)
    await expect(add(twin)).rejects.toThrow(expect.objectContaining({ table: 'addresses' }))
    expect(await stores.read.identities.get('twin')).toBeUndefined()
  })

  it('refuses to replace what was changed since it was read', async () => {
    await add(personOf('dora'))
    const stale = await stores.read.identities.get('dora')
    if (stale === undefined) throw new Error('dora is missing')
    await stores.write('acknowledged', ({ identities }) => identities.replace({ ...stale, traits: { name: 'Dora' } }))
    const late = stores.write('acknowledged', ({ identities }) => identities.replace({ ...stale, state: 'inactive' }))
    await expect(late).rejects.toThrow(ConcurrentChangeError)
    expect(await stores.read.identities.get('dora')).toMatchObject({
      version: 2,
      traits: { name: 'Dora' },
      state: 'active',
    })
  })

  it('keeps both of two changes at once that are read and written inside their units', async () => {
    await add(personOf('emma'))
    const { promise: bothRead, resolve: readOn } = Promise.withResolvers<void>()
    let readers = 0
    const addCredential = (kind: string) =>
      stores.write('acknowledged', async ({ identities }) => {
        const emma = await identities.get('emma')
        if (emma === undefined) throw new Error('emma is missing')
        // On SQLite the second one begins to read when the first one has ended.
        if ((readers += 1) === 2 || database.dialect === 'sqlite') readOn()
        await bothRead
        await identities.replace({ ...emma, credentials: { ...emma.credentials, [kind]: {} } })
      })
    await Promise.all([addCredential('totp'), addCredential('passkey')])
    const emma = await stores.read.identities.get('emma')
    expect(Object.keys(emma?.credentials ?? {}).toSorted()).toEqual(['passkey', 'password', 'totp'])
  })

  it('keeps projects apart', async () => {
    await add(personOf('fred'))
    if (database.dialect === 'sqlite') return
    expect(await createStores(database, 'two').read.identities.findByAddress('fred@example.org')).toBeUndefined()
  })

  it('passes over no event of a unit of work that stays open, and repeats none', async () => {
    const { promise: goOn, resolve: end } = Promise.withResolvers<void>()
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    const long = stores.write('background', async ({ outbox }) => {
      await outbox.append('long')
      begin()
      await goOn
    })
    await begun
    const short = stores.write('background', ({ outbox }) => outbox.append('short'))
    // One transaction at a time writes on SQLite; on PostgreSQL the second one is read while the first one is open.
    if (database.dialect === 'sqlite') end()
    await short

    const seen: string[] = []
    let position = 0
    const follow = async () => {
      await stores.write('background', ({ outbox }) => outbox.settle())
      for (const event of await stores.read.outbox.after(position, 100)) {
        position = event.position
        seen.push(event.name)
      }
    }
    await follow()
    end()
    await long
    await follow()
    await follow()
    expect(seen).toEqual(database.dialect === 'sqlite' ? ['long', 'short'] : ['short', 'long'])
    expect((await stores.read.outbox.after(0, 100)).map(({ name }) => name)).toEqual(seen)
  })
}

describe('the stores on SQLite', () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-stores-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  contract(async () => openSqliteStores({ path: join(folder, 'one.sqlite'), migrations: sqliteSchema }))
})

describe.skipIf(missing)('the stores on PostgreSQL', () => {
  let postgres: Awaited<ReturnType<typeof startPostgres>>
  beforeAll(async () => {
    postgres = await startPostgres()
  })
  afterAll(() => postgres.stop())
  contract(() => openPostgresStores({ url: postgres.createDatabase(), migrations: postgresSchema }))
})
