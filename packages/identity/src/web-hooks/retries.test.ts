import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createHarness, goodPassword, messages, type Harness } from '../flows/flow-harness.fixture.ts'
import { after, startHookReceiver, webHook, type HookReceiver, type Said } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver

beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const hook = (config: Record<string, unknown> = {}) => webHook(`${receiver.url}/in`, config)
const away: Said = { status: 503 }
const fine: Said = { status: 200, body: {} }

async function signUp() {
  const browser = harness.browser()
  const flow = (await browser.ask('/self-service/registration/browser')).body
  const body = { method: 'password', traits: { email: ada }, password: goodPassword }
  return browser.send(flow, body)
}

const blocking = { response: { parse: false } }
const parsed = { response: { parse: true } }

describe('a hook that a person waits for is tried three times in all', () => {
  test.each([
    ['503, then 200', blocking, [away, fine]],
    ['503, then 200, before anything is stored', parsed, [away, fine]],
    ['two faults, then 204', blocking, ['cut', { status: 500 }, { status: 204 }]],
    ['two faults, then 204, before anything is stored', parsed, [{ status: 502 }, 'cut', { status: 204 }]],
    ['429, then 200', parsed, [{ status: 429 }, fine]],
  ] as const)('%s: the sign-up succeeds, and is made once @hook-retry-1', async (_, config, said) => {
    harness = await createHarness(after('registration', hook(config), { hook: 'session' }))
    receiver.answers = { '/in': [...said] }
    const answer = await signUp()
    expect([answer.status, receiver.received.length]).toEqual([200, said.length])
    expect(harness.pauses).toEqual([1_000, 2_000].slice(0, said.length - 1))
    expect((await harness.admin('GET', '/identities')).body.length).toBe(1)
    const ids = receiver.received.map(({ body }) => body.id)
    expect(new Set(ids).size).toBe(1)
  })

  test.each(['login', 'settings', 'recovery', 'verification'])('also at the end of %s @hook-retry-2', async (kind) => {
    harness = await createHarness(after(kind, hook()))
    await harness.account(ada)
    receiver.answers = { '/in': [away, 'cut', fine] }
    const browser = harness.browser()
    if (kind === 'settings') await browser.signIn(ada)
    const flow = (await browser.ask(`/self-service/${kind}/browser`)).body
    const mails = kind === 'recovery' || kind === 'verification'
    if (mails) await browser.send(flow, { method: 'code', email: ada })
    const last = {
      login: () => ({ method: 'password', identifier: ada, password: goodPassword }),
      settings: () => ({ method: 'profile', traits: { email: ada, name: { first: 'Ada' } } }),
    }[kind]
    const fields = last?.() ?? { method: 'code', code: await harness.codeFor(ada) }
    const { status } = await browser.send(flow, fields)
    expect([status === 200 || status === 422, receiver.received.length]).toEqual([true, 3])
  })

  test.each([
    [503, 3],
    [500, 3],
    [504, 3],
    [429, 3],
    [501, 1],
    [400, 1],
    [404, 1],
    [302, 1],
  ])('%i for ever is a failure after %i @hook-retry-3', async (status, calls) => {
    harness = await createHarness(after('registration', hook(parsed)))
    receiver.answers = { '/in': { status } }
    expect([(await signUp()).status, receiver.received.length]).toEqual([502, calls])
    expect((await harness.admin('GET', '/identities')).body).toEqual([])
    expect(harness.warnings).toEqual([expect.stringContaining(`it answered ${status}`)])
    receiver.answers = {}
    expect((await signUp()).status).toBe(200)
  })

  test('a refusal is final, also after a fault @hook-retry-4', async () => {
    harness = await createHarness(after('registration', hook(parsed)))
    const refusal = { status: 400, body: { messages: [{ messages: [{ id: 7, text: 'No.', type: 'error' }] }] } }
    receiver.answers = { '/in': [away, refusal, fine] }
    const answer = await signUp()
    expect([answer.status, messages(answer.body), receiver.received.length]).toEqual([400, [7], 2])
  })

  test.each([
    ['2', [2_000]],
    ['0', [0]],
    ['Thu, 01 Jan 1970 00:00:00 GMT', [1_000]],
  ])('it waits as long as it is asked to: %s @hook-retry-5', async (header, pauses) => {
    harness = await createHarness(after('registration', hook(parsed)))
    receiver.answers = { '/in': [{ status: 503, headers: { 'retry-after': header } }, fine] }
    expect([(await signUp()).status, harness.pauses]).toEqual([200, pauses])
  })

  test('but no longer than ten seconds for one hook @hook-retry-6', async () => {
    harness = await createHarness(after('registration', hook(parsed)))
    receiver.answers = { '/in': [{ status: 503, headers: { 'retry-after': '3600' } }, fine] }
    expect([(await signUp()).status, harness.pauses, receiver.received.length]).toEqual([502, [], 1])
  })

  test('an address that may not be called is not tried again @hook-retry-7', async () => {
    harness = await createHarness({
      dev: false,
      cookies: { secure: false },
      ...after('registration', webHook('http://169.254.169.254/latest', parsed)),
    })
    expect([(await signUp()).status, harness.pauses]).toEqual([502, []])
  })
})
