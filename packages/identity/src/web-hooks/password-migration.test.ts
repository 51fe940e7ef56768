import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { createHarness, goodPassword, messages, type Harness } from '../flows/flow-harness.fixture.ts'
import { standardLimits, type LimitPolicy } from '../limits/policy.ts'
import { startHookReceiver, type HookReceiver, type Said } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver
beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const match = { status: 200, body: { status: 'password_match' } } as const

/** Opens a service with the hook, and an account whose password only another system knows. */
async function open(
  config: Readonly<Record<string, unknown>> = {},
  enabled = true,
  limits: LimitPolicy = standardLimits,
): Promise<string> {
  const migrate_hook = { enabled, config: { url: `${receiver.url}/check`, ...config } }
  const methods = { password: { config: { migrate_hook } } }
  harness = await createHarness({ selfservice: { methods } }, undefined, {}, { limits })
  return harness.account(ada, { credentials: { password: { config: { use_password_migration_hook: true } } } })
}

const passwordOf = async (id: string) =>
  (await harness.admin('GET', `/identities/${id}?include_credential=password`)).body.credentials.password

describe('a password that another system knows', () => {
  test('is checked there at the first sign-in, and is stored here from then on @contract-july-21', async () => {
    const id = await open({ auth: { type: 'basic_auth', config: { user: 'gate', password: 'house' } } })
    receiver.answers = { '/check': [match] }
    const flow = (await harness.browser().ask('/self-service/login/browser')).body
    expect(JSON.stringify(flow)).toContain('"password"')
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    const [call] = receiver.received
    expect(call?.body).toEqual({ identifier: ada, password: goodPassword })
    expect(call?.headers).toMatchObject({
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from('gate:house').toString('base64')}`,
    })
    const kept = await passwordOf(id)
    expect([kept.identifiers, Object.keys(kept.config)]).toEqual([[ada], ['hashed_password']])
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    expect((await harness.browser().signIn(ada, 'another-Horse-battery-9')).status).toBe(400)
    expect(receiver.received).toHaveLength(1)
  })

  test.each<[string, Said]>([
    ['another word', { status: 200, body: { status: 'password_mismatch' } }],
    ['no word', { status: 200, body: 'yes' }],
    ['nothing', { status: 200 }],
    ['403', { status: 403 }],
  ])('is wrong where the answer is %s, and nothing is kept @contract-july-22', async (_name, said) => {
    const id = await open()
    receiver.answers = { '/check': said }
    const answer = await harness.browser().signIn(ada)
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000006]])
    expect((await passwordOf(id)).config).toEqual({ use_password_migration_hook: true })
  })

  test.each<[string, Said]>([
    ['a fault', { status: 500, body: { secret: 'inner' } }],
    ['another page', { status: 302 }],
    ['not there', { status: 404 }],
    ['a cut connection', 'cut'],
  ])(
    'cannot be looked at where the other system answers with %s: 502, and no session @contract-july-23',
    async (_name, said) => {
      await open()
      receiver.answers = { '/check': () => said }
      const answer = await harness.browser().signIn(ada)
      expect([answer.status, answer.body.error.id, answer.cookies]).toEqual([502, 'upstream_error', []])
      expect(JSON.stringify(answer.body)).not.toContain('inner')
    },
  )

  test('is sent with a body of the operator’s own program @contract-july-24', async () => {
    const program = 'function(ctx) { user: ctx.identifier, secret: ctx.password, source: "crm" }'
    await open({ body: `base64://${Buffer.from(program).toString('base64')}`, headers: { 'X-Kind': 'crm' } })
    receiver.answers = { '/check': match }
    expect((await harness.browser().signIn(ada)).status).toBe(200)
    expect(receiver.received[0]?.body).toEqual({ user: ada, secret: goodPassword, source: 'crm' })
    expect(receiver.received[0]?.headers['x-kind']).toBe('crm')
  })

  test('is never checked for an unknown name, an account with a password, or while the hook is off @contract-july-25', async () => {
    await open()
    receiver.answers = { '/check': match }
    expect((await harness.browser().signIn('bob@example.org')).status).toBe(400)
    await harness.account('eve@example.org')
    expect((await harness.browser().signIn('eve@example.org', 'another-Horse-battery-9')).status).toBe(400)
    await harness.stop()
    await open({}, false)
    const off = await harness.browser().signIn(ada)
    expect([off.status, messages(off.body), receiver.received]).toEqual([400, [4000006], []])
  })

  test('cannot be guessed without a limit, whatever the other system answers @contract-july-34', async () => {
    await open({}, true, { ...standardLimits, signInsPerAccount: { count: 3, periodMs: 60_000 } })
    receiver.answers = { '/check': { status: 401 } }
    const statuses: number[] = []
    for (const guess of ['one-Horse', 'two-Horses', 'three-Horses', 'four-Horses', 'five-Horses']) {
      statuses.push((await harness.browser().signIn(ada, guess)).status)
    }
    expect(statuses).toEqual([502, 502, 502, 429, 429])
    expect(receiver.received).toHaveLength(3)
  })
})
