import { mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { StoredFlow } from '../flows/model/flow.ts'
import { createGrowthService } from '../growth.fixture.ts'
import { unpackedFlow, createFlowStore } from './flow-store.ts'
import { openDatabase } from './open.ts'
import { openTested } from './tested-database.fixture.ts'

const day = 24 * 3_600_000
/** More than one step removes, and no multiple of it. */
const pagesADay = 1_234

const flow: StoredFlow = {
  id: 'f',
  kind: 'login',
  type: 'api',
  state: 'choose_method',
  active: undefined,
  requestUrl: 'https://auth.example.org/self-service/login/api',
  returnTo: undefined,
  issuedAt: 1,
  expiresAt: 100,
  updatedAt: 1,
  csrfHash: undefined,
  identityId: undefined,
  nodes: [],
  messages: [],
  details: {},
}

test('a stored flow stays readable, packed or as earlier versions wrote it', () => {
  const packed = 'd1:gzhHKQ3nEHdiQSae4W2sw9mgClUvtSIRlET08ovSsQ1vQ4xFGrlGHbY2MEAdtUYMSuMJgtpaAA=='
  expect(unpackedFlow(packed)).toStrictEqual(flow)
  expect(unpackedFlow(JSON.stringify(flow))).toStrictEqual(flow)
})

test('an opened sign-in page stores less than 600 characters', async () => {
  const { service } = await createGrowthService()
  const { id } = (await service.fetch('/self-service/login/browser', { headers: { accept: 'application/json' } })).body
  const row = await service.database.prepare('SELECT length(document) AS size FROM flows WHERE id = ?').get(id)
  expect(row?.['size']).toBeLessThan(600)
})

test('flows of many days: those of two are there, however many come', async () => {
  const database = openTested()
  onTestFinished(() => database.close())
  const flows = createFlowStore(database)
  const count = database.prepare('SELECT count(*) AS flows FROM flows')
  for (let now = 10 * day; now < 15 * day; now += day) {
    await openPages(flows, now)
    await flows.purgeExpired(now)
    expect(Number((await count.get())?.['flows'])).toBeLessThanOrEqual(2 * pagesADay)
  }
})

test('a file does not grow with the days', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-')), 'identity.sqlite')
  const sizes: number[] = []
  for (let now = 10 * day; now < 18 * day; now += day) {
    const database = openDatabase(`sqlite://${file}`)
    const flows = createFlowStore(database)
    await openPages(flows, now)
    await flows.purgeExpired(now)
    // Then the file has all of it.
    database.close()
    sizes.push(statSync(file).size)
  }
  expect(sizes.at(-1)).toBeLessThanOrEqual((sizes[3] ?? 0) * 1.05)
})

/** A hundred at once, as a service has them: all at once wait for each other until a unit of work is undone. */
async function openPages(flows: ReturnType<typeof createFlowStore>, now: number): Promise<void> {
  for (let left = pagesADay; left > 0; left -= 100) {
    const opened = Array.from({ length: Math.min(left, 100) }, () =>
      flows.insert({ ...flow, id: crypto.randomUUID(), issuedAt: now, expiresAt: now + 3_600_000 }),
    )
    // oxlint-disable-next-line no-await-in-loop -- one group after the other
    await Promise.all(opened)
  }
}
