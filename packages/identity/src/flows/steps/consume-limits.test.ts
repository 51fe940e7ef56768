import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import type { Database } from '@gatehouse/platform/database'
import { afterEach, describe, expect, test } from 'vitest'

import type { LimitPolicy } from '../../limits/policy.ts'
import { createHarness, goodPassword, messages, type Answer, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
afterEach(() => harness.stop())

const ada = 'ada@example.org'
const minute = 60_000
const few: LimitPolicy = {
  signInsPerAccount: { count: 3, periodMs: 3 * minute },
  signInsPerAddress: { count: 5, periodMs: 5 * minute },
  wrongCodesPerRecipient: { count: 3, periodMs: 3 * minute },
  codesPerRecipient: { count: 2, periodMs: 2 * minute },
  codesPerAddress: { count: 4, periodMs: 4 * minute },
  noticesPerRecipient: { count: 2, periodMs: 2 * minute },
}
const limited = (limits: LimitPolicy = few) => createHarness({}, undefined, {}, { limits })

/** Posts as a native app behind the gateway, which names the address of the request. */
async function post(path: string, fields: object, address = '203.0.113.7'): Promise<Answer> {
  const flow = (await harness.app().ask(`/self-service/${path}/api`)).body
  const response = await harness.raw(
    new Request(flow.ui.action, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json', 'x-forwarded-for': address },
      body: JSON.stringify(fields),
    }),
  )
  const { status, headers } = response
  return { status, headers, location: null, cookies: [], body: await response.json() }
}

const signIn = (identifier: string, password: string, address?: string) =>
  post('login', { method: 'password', identifier, password }, address)

describe('failed sign-ins', () => {
  test('are limited for an account: then even the right password has to wait, and gets in afterwards @limits-1', async () => {
    harness = await limited()
    await harness.account(ada)
    for (let count = 0; count < 3; count += 1) expect(messages((await signIn(ada, 'wrong')).body)).toEqual([4000006])
    const refused = await signIn(' ADA@example.org ', goodPassword)
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60'])
    expect(refused.body.error).toMatchObject({ code: 429, id: 'too_many_attempts', details: { retry_after: 60 } })
    harness.clock.advance(59_000)
    expect((await signIn(ada, goodPassword)).headers.get('retry-after')).toBe('1')
    harness.clock.advance(1_000)
    expect((await signIn(ada, goodPassword)).status).toBe(200)
  })

  test('are limited under the former name of the field too @limits-2', async () => {
    harness = await limited()
    await harness.account(ada)
    const guess = () => post('login', { method: 'password', password_identifier: ada, password: 'wrong' })
    const statuses = []
    for (let count = 0; count < 4; count += 1) statuses.push((await guess()).status)
    expect(statuses).toEqual([400, 400, 400, 429])
    expect((await signIn(ada, goodPassword)).status).toBe(429)
  })

  test('are not forgiven to another account whose name was sent with a right code @limits-3', async () => {
    harness = await limited({ ...few, codesPerRecipient: undefined, codesPerAddress: undefined })
    const eve = 'eve@example.org'
    await harness.account(ada)
    await harness.account(eve)
    const codeOf = async (owner: string) => {
      const app = harness.app()
      const flow = (await app.ask('/self-service/login/api')).body
      await app.send(flow, { method: 'code', identifier: owner })
      return {
        code: await harness.codeFor(owner),
        enter: (fields: object) => app.send(flow, { method: 'code', ...fields }),
      }
    }
    const guessed = await codeOf(ada)
    for (let count = 0; count < 3; count += 1) await guessed.enter({ code: 'wrong' })
    const own = await codeOf(eve)
    expect((await own.enter({ code: own.code, identifier: ada })).status).toBe(200)
    expect((await guessed.enter({ code: guessed.code })).status).toBe(429)
  })

  test('are forgiven once a sign-in succeeds, which costs nothing', async () => {
    harness = await limited()
    await harness.account(ada)
    for (let round = 0; round < 4; round += 1) {
      expect((await signIn(ada, 'wrong', '198.51.100.9')).status).toBe(400)
      expect((await signIn(ada, 'wrong', '198.51.100.10')).status).toBe(400)
      expect((await signIn(ada, goodPassword, '198.51.100.11')).status).toBe(200)
    }
  })

  test('at once count each @limits-4', async () => {
    harness = await limited({ ...few, signInsPerAddress: undefined })
    await harness.account(ada)
    const answers = await Promise.all(Array.from({ length: 12 }, () => signIn(ada, 'wrong')))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(3)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(9)
  })

  test('for an unknown name look alike @limits-5', async () => {
    harness = await limited()
    const statuses: number[] = []
    for (let count = 0; count < 4; count += 1) statuses.push((await signIn('nobody@example.org', 'wrong')).status)
    expect(statuses).toEqual([400, 400, 400, 429])
  })

  test('do not block another sign-in method @limits-6', async () => {
    harness = await limited()
    await harness.account(ada)
    for (let count = 0; count < 4; count += 1) await signIn(ada, 'wrong', '198.51.100.66')
    expect((await signIn(ada, goodPassword)).status).toBe(429)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    expect((await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })).status).toBe(200)
  })

  test('are limited for an address, for all accounts that it tries @limits-7', async () => {
    harness = await limited()
    await harness.account(ada)
    for (let count = 0; count < 5; count += 1) await signIn(`person${count}@example.org`, 'spring2026')
    expect((await signIn(ada, goodPassword)).status).toBe(429)
    expect((await signIn(ada, goodPassword, '203.0.113.8')).status).toBe(200)
  })

  test('from a network of IPv6 count together', async () => {
    harness = await limited()
    for (let count = 0; count < 5; count += 1) await signIn(`p${count}@example.org`, 'spring', `2001:db8:0:1::${count}`)
    expect((await signIn('p9@example.org', 'spring', '2001:db8:0:1:ffff::1')).status).toBe(429)
    expect((await signIn('p9@example.org', 'spring', '2001:db8:0:2::1')).status).toBe(400)
  })

  test('stay counted over a restart, and the typed name is not stored @limits-8', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'gatehouse-limits-'))
    const more = { limits: few, dsn: `sqlite://${folder}/identity.sqlite` }
    try {
      harness = await createHarness({}, undefined, {}, more)
      for (let count = 0; count < 3; count += 1) await signIn(ada, 'wrong')
      expect(await harness.rows('spent_allowances')).not.toBe('[]')
      expect(await harness.rows('spent_allowances')).not.toMatch(/ada|203\.0/)
      await harness.stop()
      harness = await createHarness({}, undefined, {}, more)
      expect((await signIn(ada, 'wrong')).status).toBe(429)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })

  test('do not lock accounts for longer because a clock was set back', async () => {
    harness = await limited()
    for (let count = 0; count < 3; count += 1) await signIn(ada, 'wrong')
    harness.clock.advance(-24 * 60 * minute)
    expect(Number((await signIn(ada, 'wrong')).headers.get('retry-after'))).toBeLessThanOrEqual(60)
  })

  test('without a password do not count for the account, known or not @limits-12', async () => {
    harness = await limited({ ...few, signInsPerAddress: undefined })
    await harness.account(ada)
    for (const name of [ada, 'nobody@example.org']) {
      for (let count = 0; count < 5; count += 1) expect((await signIn(name, '')).status).toBe(400)
      expect(messages((await signIn(name, 'wrong')).body)).toEqual([4000006])
    }
    expect((await signIn(ada, goodPassword)).status).toBe(200)
  })

  test('do not include those that an error of the database ended @limits-13', async () => {
    let isDown = false
    const options = { limits: few, observe: (database: Database) => unreadable(database, () => isDown) }
    const failing = await createHarness({}, undefined, {}, options)
    await failing.account(ada)
    const app = failing.app()
    const flow = (await app.ask('/self-service/login/api')).body
    const submit = () => app.send(flow, { method: 'password', identifier: ada, password: goodPassword })
    isDown = true
    for (let count = 0; count < 4; count += 1) expect((await submit()).status).toBe(500)
    isDown = false
    expect((await submit()).status).toBe(200)
    await expect(failing.stop()).rejects.toThrow('the service failed')
    harness = await limited()
  })

  test('without a limit are not counted', async () => {
    harness = await limited({ ...few, signInsPerAccount: undefined, signInsPerAddress: undefined })
    for (let count = 0; count < 12; count += 1) expect((await signIn(ada, 'wrong')).status).toBe(400)
    expect(await harness.rows('spent_allowances')).toBe('[]')
  })
})

describe('asking for codes', () => {
  test.each([
    ['login', (to: string) => ({ method: 'code', identifier: to })],
    ['recovery', (to: string) => ({ method: 'code', email: to })],
    ['verification', (to: string) => ({ method: 'code', email: to })],
    ['registration', (to: string) => ({ method: 'code', traits: { email: to } })],
  ])('by %s is limited for a recipient, known or not @limits-9', async (kind, fields) => {
    harness = await limited()
    await harness.account(ada)
    for (const to of kind === 'registration' ? ['new@example.org'] : [ada, 'nobody@example.org']) {
      const statuses = []
      for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        statuses.push((await post(kind, fields(to), address)).status)
      }
      expect(statuses[2]).toBe(429)
      expect(statuses.slice(0, 2)).not.toContain(429)
    }
    harness.clock.advance(2 * minute)
    expect((await post(kind, fields(ada), '203.0.113.4')).status).not.toBe(429)
  })

  test.each([
    ['login', { method: 'code', identifier: ada }],
    ['recovery', { method: 'code', email: ada }],
    ['recovery', { method: 'link', email: ada }],
    ['verification', { method: 'link', email: ada }],
    ['registration', { method: 'code', traits: { email: 'new@example.org' } }],
  ])('counts where a code comes along that is none: %s %o @limits-10', async (kind, fields) => {
    const use = fields.method
    const flows = { recovery: { use }, verification: { use } }
    harness = await createHarness(
      { selfservice: { flows, methods: { link: { enabled: true } } } },
      undefined,
      {},
      { limits: few },
    )
    if (kind !== 'registration') await harness.account(ada)
    const statuses = []
    for (const address of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
      statuses.push((await post(kind, { ...fields, code: '123456' }, address)).status)
    }
    expect(statuses[2]).toBe(429)
  })

  test('counts in a flow that waits for one @limits-11', async () => {
    harness = await limited()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/recovery/api')).body
    const again = { method: 'code', email: ada, code: '123456' }
    for (const status of [200, 200, 429]) expect((await app.send(flow, again)).status).toBe(status)
  })

  test('from one address is limited, for all recipients together', async () => {
    harness = await limited()
    for (let count = 0; count < 4; count += 1) {
      expect((await post('recovery', { method: 'code', email: `p${count}@example.org` })).status).toBe(200)
    }
    expect((await post('recovery', { method: 'code', email: 'p9@example.org' })).status).toBe(429)
    expect((await post('recovery', { method: 'code', email: 'p9@example.org' }, '203.0.113.8')).status).toBe(200)
  })

  test('again in one flow counts, and handing one in does not', async () => {
    harness = await limited()
    await harness.account(ada)
    const app = harness.app()
    const flow = (await app.ask('/self-service/login/api')).body
    await app.send(flow, { method: 'code', identifier: ada })
    await harness.codeFor(ada)
    await app.send(flow, { method: 'code', identifier: ada, resend: 'code' })
    expect((await app.send(flow, { method: 'code', identifier: ada, resend: 'code' })).status).toBe(429)
    expect((await app.send(flow, { method: 'code', code: await harness.codeFor(ada) })).status).toBe(200)
  })

  test('a browser without script is sent to the error page, which shows the wait', async () => {
    harness = await limited()
    const browser = harness.browser()
    const ask = async () => {
      const flow = (await browser.ask('/self-service/recovery/browser')).body
      return browser.post(flow, { method: 'code', email: ada })
    }
    await ask()
    await ask()
    const { status, location } = await ask()
    expect(status).toBe(303)
    const id = new URL(location ?? '').searchParams.get('id')
    const stored = (await browser.ask(`/self-service/errors?id=${id}`)).body
    expect(stored.error).toMatchObject({ code: 429, id: 'too_many_attempts', details: { retry_after: 120 } })
  })
})

/** Returns the database with reads of identities that fail while it is down. */
function unreadable(database: Database, isDown: () => boolean): Database {
  const failing =
    <Statement extends object>(prepare: (sql: string) => Statement) =>
    (sql: string): Statement =>
      new Proxy(prepare(sql), {
        get: (statement, name) => {
          if (isDown() && sql.includes('identity_document')) throw new Error('the identities cannot be read')
          const member: unknown = Reflect.get(statement, name)
          return typeof member === 'function' ? member.bind(statement) : member
        },
      })
  return {
    ...database,
    prepare: failing((sql) => database.prepare(sql)),
    prepareHeld: failing((sql) => database.prepareHeld(sql)),
  }
}
