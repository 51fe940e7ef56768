import type { FormAnswer } from '@gatehouse/account/sent-forms'
import type { Database } from '@gatehouse/platform/database'
import { consoleLog } from '@gatehouse/platform/log'
import { createSeals, Secret } from '@gatehouse/platform/secrets'
import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openClusterStore } from './cluster-store.ts'
import { createDatabaseSentForms } from './database-forms.ts'
import { openGatewayTables } from './open-tables.ts'

const seals = createSeals([new Secret('a secret of thirty-two characters')])
const answer: FormAnswer = { to: '/', document: false, setCookie: ['session=secret'], cookies: 'those after' }
const sent = { flow: 'flow', form: 'a form', cookies: 'those before' }

describe.skipIf(postgresIsMissing() !== undefined)('forms that are sent to two gateways', () => {
  let server: PostgresProcess | undefined
  let url = ''
  const opened: { close(): void }[] = []
  beforeAll(async () => {
    server = await startPostgres({ fsync: 'off' })
  }, 60_000)
  afterAll(() => server?.stop())
  beforeEach(() => {
    for (const one of opened.splice(0)) one.close()
    url = server?.createDatabase() ?? ''
  })

  function tables(): Database {
    const database = openGatewayTables(url, { isSerial: false, connections: 2 })
    opened.push(database)
    return database
  }
  /** A gateway as on a separate machine. */
  const gateway = (own = seals) =>
    createDatabaseSentForms({ database: tables(), seals: own, log: { ...consoleLog, warn: () => {} } })
  const rows = () => tables().prepare('SELECT * FROM sent_forms').all()

  test('the second submission waits for the first, and gets its answer if the browser is the same @forms-1', async () => {
    const [one, other] = [gateway(), gateway()]
    const first = await one.begin(sent)
    const waiting = other.begin(sent)
    if (first.kind === 'submit') one.end(first.turn, answer)
    expect(await waiting).toEqual({ kind: 'answered', answer })
    // … also with the cookies that the answer set, and no other browser does.
    expect(await other.begin({ ...sent, cookies: answer.cookies })).toEqual({ kind: 'answered', answer })
    expect((await other.begin({ ...sent, form: 'another password' })).kind).toBe('submit')
    expect((await one.begin({ ...sent, cookies: 'of somebody else' })).kind).toBe('submit')
    expect((await gateway().begin({ ...sent, flow: 'another flow' })).kind).toBe('submit')
  })

  test('a submission that did not advance the flow is repeated by one of those that wait @forms-2', async () => {
    const [one, other] = [gateway(), gateway()]
    const first = await one.begin(sent)
    const waiting = [other.begin(sent), one.begin(sent)]
    if (first.kind === 'submit') one.end(first.turn, undefined)
    const next = await Promise.race(waiting.map(async (turn, index) => ({ index, turn: await turn })))
    expect(next.turn.kind).toBe('submit')
    if (next.turn.kind === 'submit') (next.index === 0 ? other : one).end(next.turn.turn, answer)
    expect(await waiting[1 - next.index]).toEqual({ kind: 'answered', answer })
  })

  test('an answer lies sealed, outside of the write-ahead log, and opens with the secret of the installation alone @forms-3', async () => {
    const one = gateway()
    const first = await one.begin(sent)
    if (first.kind === 'submit') one.end(first.turn, answer)
    await expect.poll(async () => (await rows())[0]?.['answer']).toEqual(expect.any(String))
    expect(JSON.stringify(await rows())).not.toMatch(/session=secret|"flow":"flow"/)
    const kept = tables().prepare("SELECT relpersistence AS kind FROM pg_class WHERE relname = 'sent_forms'")
    expect(await kept.get()).toEqual({ kind: 'u' })
    const stranger = gateway(createSeals([new Secret('another secret of 32 characters…')]))
    expect((await stranger.begin(sent)).kind).toBe('submit')
  })

  test('a form whose process ended may be submitted again; expired forms are removed @forms-4', async () => {
    const one = gateway()
    await tables().ready()
    const database = tables()
    const put = database.prepare(
      `INSERT INTO sent_forms (flow, form, cookies, turn, answer, ends_at)
       SELECT 'old ' || n, 'f', 'c', 'turn ' || n, NULL, now() + n * interval '1 millisecond' - :ago * interval '1 second'
       FROM generate_series(1, :count) AS n`,
    )
    const first = await one.begin(sent)
    await database.write(() => database.prepare("UPDATE sent_forms SET ends_at = now() - interval '1 ms'").run())
    expect((await gateway().begin(sent)).kind).toBe('submit')
    // An answer of the first process now belongs to no form.
    if (first.kind === 'submit') one.end(first.turn, answer)
    await database.write(() => put.run({ count: 10, ago: 60 }))
    const store = openClusterStore(url)
    opened.push(store)
    await store.sweep()
    expect((await rows()).map((row) => row['answer'])).toEqual([null])
    await database.write(() => put.run({ count: 10_100, ago: -60 }))
    await store.sweep()
    expect(await rows()).toHaveLength(10_000)
  })
})
