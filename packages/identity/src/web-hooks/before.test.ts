import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { ConfigError, parseIdentityConfig } from '../load-configuration.ts'
import { createHarness, type Harness } from '../flows/flow-harness.fixture.ts'
import { startHookReceiver, webHook, type HookReceiver, type Said } from './receiver.fixture.ts'

let harness: Harness
let receiver: HookReceiver
beforeEach(async () => void (receiver = await startHookReceiver()))
afterEach(async () => {
  await harness?.stop()
  await receiver.close()
})

const ada = 'ada@example.org'
const kinds = ['login', 'registration', 'settings', 'recovery', 'verification'] as const
const before = (kind: string, ...hooks: unknown[]) => ({ selfservice: { flows: { [kind]: { before: { hooks } } } } })
const hook = (config?: Record<string, unknown>) => webHook(`${receiver.url}/before`, config)

/** Returns a browser at the start of a flow; that of the settings is signed in. */
async function begin(kind: (typeof kinds)[number]) {
  const browser = harness.browser()
  if (kind === 'settings') {
    await harness.account(ada)
    await browser.signIn(ada)
  }
  return browser.ask(`/self-service/${kind}/browser`)
}

describe('a hook before a flow', () => {
  test.each(kinds)('of %s is called at each start, and only then @contract-july-30', async (kind) => {
    harness = await createHarness(before(kind, hook({ headers: { 'X-Kind': 'guard' } })))
    const started = await begin(kind)
    expect(started.status).toBe(200)
    expect(receiver.received).toHaveLength(1)
    const [call] = receiver.received
    expect(call?.headers['x-kind']).toBe('guard')
    expect(call?.body).toMatchObject({
      type: `${kind}.before`,
      flow: { id: started.body.id, type: 'browser' },
      identity: kind === 'settings' ? { traits: { email: ada } } : null,
      request: { method: 'GET', url: `http://id.example.test/self-service/${kind}/browser` },
    })
    for (const secret of ['csrf', 'ory_st_', '$2']) expect(call?.text).not.toContain(secret)
    await harness.browser().ask(`/self-service/${kind}/flows?id=${started.body.id}`)
    expect(receiver.received).toHaveLength(1)
  })

  test.each<[string, Record<string, unknown>, Said, number, string]>([
    ['cannot be reached', {}, 'cut', 502, 'has to agree to this'],
    ['answers 500', {}, { status: 500, body: { secret: 'inner' } }, 502, 'has to agree to this'],
    ['answers 403 and may not refuse', {}, { status: 403 }, 502, 'has to agree to this'],
    [
      'refuses in its own words',
      { can_interrupt: true },
      { status: 403, body: { messages: [{ messages: [{ id: 1, text: 'Closed on Sundays.', type: 'error' }] }] } },
      400,
      'Closed on Sundays.',
    ],
  ])('that %s lets no flow begin @contract-july-31', async (_name, config, said, status, reason) => {
    harness = await createHarness(before('registration', hook(config)))
    receiver.answers = { '/before': () => said }
    const refused = await begin('registration')
    expect(refused.status).toBe(status)
    expect(refused.body.ui).toBeUndefined()
    expect(refused.body.error.reason).toContain(reason)
    expect(JSON.stringify(refused.body)).not.toContain('inner')
    const page = await harness.browser().go('/self-service/registration/browser')
    expect(page.location).toMatch(/\/error\?id=/)
  })

  test('sends the output of its program, to an app too, and another one in the background @contract-july-32', async () => {
    const program = 'function(ctx) { flow: ctx.flow.id, at: ctx.request_url, who: std.get(ctx, "identity") }'
    const body = `base64://${Buffer.from(program).toString('base64')}`
    const quiet = webHook(`${receiver.url}/quiet`, { response: { ignore: true } })
    harness = await createHarness(before('login', hook({ body }), quiet))
    harness.start()
    const flow = (await harness.app().ask('/self-service/login/api')).body
    await harness.idle()
    const paths = receiver.received.map(({ path }) => path)
    expect(paths).toEqual(['/before', '/quiet'])
    expect(receiver.received[0]?.body).toEqual({
      flow: flow.id,
      at: 'http://id.example.test/self-service/login/api',
      who: null,
    })
  })

  test('is a web hook; another one stops the start @contract-july-33', async () => {
    harness = await createHarness()
    const document = {
      dsn: 'memory',
      secrets: { default: ['a-secret-of-sixteen'] },
      identity: {
        schemas: [{ id: 'default', url: `base64://${Buffer.from('{"properties":{"traits":{}}}').toString('base64')}` }],
      },
    }
    const start = (...hooks: unknown[]) =>
      parseIdentityConfig(document, { overrides: before('login', ...hooks) }).catch((error: unknown) => error)
    const failed = await start({ hook: 'session' })
    expect(failed instanceof ConfigError && failed.faults).toEqual([
      'selfservice.flows.login.before.hooks.0 "session" does not run before a flow; there is web_hook',
    ])
    expect(await start({ hook: 'organization' })).toMatchObject({
      warnings: [expect.stringContaining('before.hooks.0 "organization" is not supported')],
    })
  })
})
