import { startFedcmProvider, startStage, type FedcmAccount, type FedcmProvider } from '@gatehouse/testing/providers'
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'

import {
  createHarness,
  field,
  goodPassword,
  messages,
  pages,
  type Answer,
  type Browser,
  type Harness,
} from '../../../flows/flow-harness.fixture.ts'

const client = { clientId: 'the-client', origins: [pages] }
const ada: FedcmAccount = { id: 'ada-1', email: 'ada@example.org', name: 'Ada L', givenName: 'Ada' }

let provider: FedcmProvider
let harness: Harness
beforeEach(async () => {
  provider = await startFedcmProvider([client])
  harness = await createHarness({
    selfservice: {
      methods: {
        oidc: {
          enabled: true,
          config: { providers: [chooser(), { ...chooser(), id: 'plain', fedcm_config_url: undefined }] },
        },
      },
      flows: { registration: { after: { oidc: { hooks: [{ hook: 'session' }] } } } },
    },
  })
  // Tokens carry the real time.
  harness.clock.set(Date.now())
})
afterEach(async () => {
  await harness.stop()
  await provider.stop()
})

const chooser = () => ({
  id: 'chooser',
  label: 'Chooser',
  provider: 'generic',
  client_id: client.clientId,
  issuer_url: provider.issuer,
  fedcm_config_url: provider.configUrl,
})

const parameters = async (browser: Browser) => (await browser.ask('/self-service/fed-cm/parameters')).body

/** Sends a token as a page's script, or as its form. */
async function hand(browser: Browser, fields: object, options: { query?: string; form?: boolean } = {}) {
  const action = `/self-service/fed-cm/token${options.query ?? ''}`
  const flow = { ui: { action, nodes: [] } }
  return options.form ? browser.post(flow, fields as Record<string, string>) : browser.send(flow, { ...fields })
}

/** Chooses an account at the provider in this browser. */
async function choose(
  browser: Browser,
  account = ada,
  options: { query?: string; form?: boolean } = {},
): Promise<Answer> {
  const { csrf_token, providers } = await parameters(browser)
  const token = await provider.choose(account, client, providers[0].nonce)
  return hand(browser, { csrf_token, token }, options)
}

describe('the parameters', () => {
  test('are those of every provider with an account chooser', async () => {
    const browser = harness.browser()
    const answer = await browser.ask('/self-service/fed-cm/parameters')
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, expect.stringContaining('no-store')])
    expect(answer.cookies).toEqual([expect.stringMatching(/^csrf_token_/)])
    expect(answer.body.providers).toEqual([
      {
        client_id: client.clientId,
        config_url: provider.configUrl,
        nonce: expect.stringMatching(/^[\w-]{43}$/),
        parameters: { nonce: answer.body.providers[0].nonce },
      },
    ])
    expect((await parameters(browser)).providers[0].nonce).not.toBe(answer.body.providers[0].nonce)
  })

  test('are absent if no provider has one; nor can tokens be sent', async () => {
    const plain = await createHarness()
    onTestFinished(() => plain.stop())
    const browser = plain.browser()
    await browser.ask('/self-service/login/browser')
    expect((await browser.ask('/self-service/fed-cm/parameters')).status).toBe(404)
    expect((await hand(browser, { csrf_token: 'x', token: 'x' })).status).toBe(403)
  })

  test('pages learn which buttons have one', async () => {
    const nodes = (await harness.browser().ask('/self-service/login/browser')).body.ui.nodes
    const contexts = nodes.slice(0, 2).map((node: { meta: { label: { context: unknown } } }) => node.meta.label.context)
    expect(contexts).toMatchObject([{ provider_id: 'chooser', fedcm: true }, { provider_id: 'plain' }])
    expect(contexts[1].fedcm).toBeUndefined()
  })
})

describe('choosing an account', () => {
  test('creates an account and signs in, and finds it the next time', async () => {
    const browser = harness.browser()
    const first = await choose(browser)
    expect([first.status, first.body.identity.traits]).toEqual([
      200,
      { email: 'ada@example.org', name: { first: 'Ada' } },
    ])
    const session = (await browser.whoami()).body
    expect(session.authentication_methods).toMatchObject([{ method: 'oidc', aal: 'aal1', provider: 'chooser' }])
    expect(session.identity.verifiable_addresses).toMatchObject([{ verified: true }])
    const other = harness.browser()
    const again = await choose(other)
    expect([again.status, again.body.session.identity.id]).toEqual([200, session.identity.id])
  })

  test('by a form redirects as the form would have', async () => {
    const browser = harness.browser()
    const flow = (await browser.ask(`/self-service/login/browser?return_to=${pages}/deep`)).body
    const answer = await choose(browser, ada, { form: true, query: `?flow=${flow.id}` })
    expect([answer.status, answer.location]).toEqual([303, `${pages}/deep`])
    const plain = harness.browser()
    expect((await choose(plain, ada, { form: true })).location).toBe(`${pages}/`)
  })

  test('works from the form of a sign-up', async () => {
    const browser = harness.browser()
    const flow = (await browser.ask('/self-service/registration/browser')).body
    expect((await choose(browser, ada, { form: true, query: `?flow=${flow.id}` })).location).toBe(`${pages}/`)
    expect((await browser.whoami()).status).toBe(200)
  })

  test('with a taken address redirects to a sign-in, which links', async () => {
    const id = await harness.account(ada.email)
    const browser = harness.browser()
    const answer = await choose(browser)
    expect([answer.status, messages(answer.body)]).toEqual([400, [1010016]])
    const done = await browser.send(answer.body, { method: 'password', identifier: ada.email, password: goodPassword })
    expect(done.body.session.identity.id).toBe(id)
    expect((await choose(harness.browser())).body.session.identity.id).toBe(id)
  })

  test('asks for the traits that the provider does not report', async () => {
    const own = await createHarness({
      identity: { schemas: [{ id: 'person', url: strictSchema }] },
      selfservice: { methods: { oidc: { enabled: true, config: { providers: [chooser()] } } } },
    })
    onTestFinished(() => own.stop())
    own.clock.set(Date.now())
    const browser = own.browser()
    const answer = await choose(browser, ada, { form: true })
    expect([answer.status, answer.location]).toEqual([302, expect.stringMatching('/registration\\?flow=')])
    const flow = (await browser.ask(`/self-service/registration/flows?id=${answer.location?.split('flow=')[1]}`)).body
    expect(field(flow, 'traits.nickname').messages).toMatchObject([{ id: 4000002 }])
  })

  test('over a session is refused', async () => {
    await harness.account('bob@example.org')
    const browser = harness.browser()
    await browser.signIn('bob@example.org')
    expect((await choose(browser)).status).toBe(400)
    expect((await browser.whoami()).body.identity.traits.email).toBe('bob@example.org')
  })

  test('does not confirm a session', async () => {
    const browser = harness.browser()
    await choose(browser)
    const flow = (await browser.ask('/self-service/login/browser?refresh=true')).body
    expect((await choose(browser, ada, { query: `?flow=${flow.id}` })).status).toBe(400)
    expect((await browser.whoami()).body.authentication_methods).toHaveLength(1)
  })
})

describe('a token', () => {
  const claims = (nonce: string, change: object = {}) => {
    const now = Math.floor(Date.now() / 1000)
    return { iss: provider.issuer, aud: 'the-client', sub: 'ada-1', iat: now, exp: now + 60, nonce, ...change }
  }

  test.each([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['for another client', { aud: 'another' }],
    ['that is too old', { iat: 1, exp: 2 }],
    ['without a subject', { sub: '' }],
  ])('%s opens no session @fedcm-1', async (_what, change) => {
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const token = await provider.sign(claims(providers[0].nonce, change))
    const answer = await hand(browser, { csrf_token, token })
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000001]])
    expect((await browser.whoami()).status).toBe(401)
  })

  test('with the signature of another provider opens no session @fedcm-2', async () => {
    const foreign = await startFedcmProvider([client])
    onTestFinished(() => foreign.stop())
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const answer = await hand(browser, { csrf_token, token: await foreign.sign(claims(providers[0].nonce)) })
    expect([answer.status, (await browser.whoami()).status]).toEqual([400, 401])
  })

  test('works once @fedcm-3', async () => {
    await harness.account(ada.email)
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const token = await provider.choose(ada, client, providers[0].nonce)
    expect(messages((await hand(browser, { csrf_token, token })).body)).toEqual([1010016])
    expect(messages((await hand(browser, { csrf_token, token })).body)).toEqual([4000001])
  })

  test('is valid only in the browser that it was created for, and is not used up by another @fedcm-4', async () => {
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const token = await provider.choose(ada, client, providers[0].nonce)
    const thief = harness.browser()
    const own = (await parameters(thief)).csrf_token
    expect((await hand(thief, { csrf_token: own, token })).status).toBe(400)
    expect((await thief.whoami()).status).toBe(401)
    expect((await hand(browser, { csrf_token, token })).status).toBe(200)
  })

  test.each([
    ['without the anti-CSRF token', { csrf_token: '' }, 403],
    ['with a foreign one', { csrf_token: Buffer.alloc(64).toString('base64') }, 403],
    ['without a token', { token: '' }, 400],
    ['with one that is too long', { token: 'x'.repeat(20_000) }, 400],
    ['with one that is none', { token: 'bogus' }, 400],
    ['with another nonce than it has', { nonce: 'bogus' }, 400],
  ])('that comes %s is refused @fedcm-5', async (_what, change, status) => {
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const token = await provider.choose(ada, client, providers[0].nonce)
    expect((await hand(browser, { csrf_token, token, ...change })).status).toBe(status)
    expect((await browser.whoami()).status).toBe(401)
  })

  test('is too late after a quarter of an hour @fedcm-6', async () => {
    const browser = harness.browser()
    const { csrf_token, providers } = await parameters(browser)
    const token = await provider.choose(ada, client, providers[0].nonce)
    harness.clock.advance(16 * 60_000)
    expect((await hand(browser, { csrf_token, token })).status).toBe(400)
  })
})

test('netID: the token of the chooser is exchanged, for the registered origin', async () => {
  const stage = await startStage()
  const issuer = 'https://broker.netid.de'
  const netId = { ...chooser(), provider: 'netid', issuer_url: undefined, net_id_token_origin_header: pages }
  const own = await createHarness(
    {
      selfservice: {
        methods: { oidc: { enabled: true, config: { providers: [netId] } } },
        flows: { registration: { after: { oidc: { hooks: [{ hook: 'session' }] } } } },
      },
    },
    stage.fetch,
  )
  onTestFinished(async () => {
    await own.stop()
    await stage.stop()
  })
  own.clock.set(Date.now())
  const browser = own.browser()
  const { csrf_token, providers } = await parameters(browser)
  const { nonce } = providers[0]
  const keys = await (await fetch(`${provider.issuer}/keys`)).json()
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: client.clientId, sub: 'ada-1', email: ada.email, iat: now, exp: now + 60, nonce }
  stage.play({
    [`GET ${issuer}/.well-known/openid-configuration`]: () =>
      Response.json({ issuer, jwks_uri: `${issuer}/keys`, token_endpoint: `${issuer}/token` }),
    [`GET ${issuer}/keys`]: () => Response.json(keys),
    [`POST ${issuer}/token`]: async (request) => {
      const form = new URLSearchParams(await request.text())
      const isRight = form.get('grant_type') === 'netid_fedcm' && form.get('fedcm_token') === 'opaque'
      if (!isRight || request.headers.get('origin') !== pages) return new Response(null, { status: 400 })
      return Response.json({ id_token: await provider.sign(claims) })
    },
  })
  const answer = await hand(browser, { csrf_token, token: 'opaque', nonce })
  expect([answer.status, answer.body.identity?.traits.email]).toEqual([200, ada.email])
})

const strictSchema = `base64://${Buffer.from(
  JSON.stringify({
    type: 'object',
    properties: {
      traits: {
        type: 'object',
        properties: { email: { type: 'string' }, nickname: { type: 'string' } },
        required: ['email', 'nickname'],
      },
    },
  }),
).toString('base64')}`
