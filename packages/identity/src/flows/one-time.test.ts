import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { startTestProvider, type TestProvider } from '../strategies/oidc/oidc.fixture.ts'
import { oneTimeThings, startProcesses, type OneTimeThing } from './one-time.fixture.ts'

// Tests run once on each database.
const onPostgres = process.env['GATEHOUSE_TESTED_DATABASE'] !== undefined
let server: PostgresProcess | undefined
let provider: TestProvider
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-once-'))
  provider = await startTestProvider()
  provider.signInAs({ sub: 'ada', email: 'ada@example.org', email_verified: true })
  if (onPostgres) server = await startPostgres({ fsync: 'off' })
})
afterAll(async () => {
  await server?.stop()
  await provider.stop()
  await rm(folder, { recursive: true, force: true })
})

let files = 0
const database = () => server?.createDatabase() ?? `sqlite://${join(folder, `${++files}.sqlite`)}`

/** Counts the successful tries of twelve, half of them at each process, all at once, and the events that they caused. */
async function counted(dsn: string, { prepare, by = 'code' }: OneTimeThing) {
  const processes = await startProcesses(dsn, provider, by)
  try {
    const use = await prepare(processes, provider)
    const seen = (await processes.one.events.tail({ after: 0, limit: 1_000 })).length
    const tries = Array.from({ length: 12 }, (_, number) => use(number % 2 ? processes.two : processes.one, number))
    const successes = (await Promise.all(tries)).filter(Boolean).length
    const types = (await processes.one.events.tail({ after: 0, limit: 1_000 })).slice(seen).map(({ type }) => type)
    return {
      successes,
      told: types.filter((type) => type.endsWith('Succeeded')).length,
      sessions: types.filter((type) => type === 'SessionIssued' || type === 'SessionChanged').length,
    }
  } finally {
    await processes.one.stop()
    await processes.two.stop()
  }
}

test.each(oneTimeThings)(
  'of twelve uses at once, at two processes, exactly one counts and is told: $what @one-time-1',
  async (thing) => {
    const sessions = thing.what.endsWith('of a verification') ? 0 : 1
    expect(await counted(database(), thing)).toEqual({ successes: 1, told: 1, sessions })
  },
)

test('the document lists every proof that counts once', async () => {
  const document = await readFile(new URL('../../../../docs/reference/security.md', import.meta.url), 'utf8')
  const documented = [...document.matchAll(/^\| (.+?) \|.*`@one-time-1`/gm)].map(([, what]) => what)
  expect(documented).toEqual([...new Set(oneTimeThings.map(({ what }) => what.split(',', 1)[0]))])
})
