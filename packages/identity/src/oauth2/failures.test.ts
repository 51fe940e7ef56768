import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { parseIdentityConfig } from '../load-configuration.ts'
import { createHarness, goodPassword, type Harness } from '../flows/flow-harness.fixture.ts'

const start = '/self-service/login/browser?login_challenge=a-challenge'
const nativeStart = '/self-service/login/api?login_challenge=a-challenge'
const nativeSignUp = '/self-service/registration/api?login_challenge=a-challenge'
const ada = 'ada@example.org'
const schema = { id: 'person', url: `base64://${Buffer.from('{"properties":{"traits":{}}}').toString('base64')}` }

let harness: Harness | undefined
let close: (() => void) | undefined
afterEach(async () => {
  await harness?.stop()
  close?.()
  harness = close = undefined
})

/** Starts a service that answers in place of the OAuth2 server. */
async function answering(answer: RequestListener): Promise<string> {
  const server = createServer(answer).listen(0, '127.0.0.1')
  await once(server, 'listening')
  close = () => server.close()
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

test.each([
  ['answers with a page', (_request, response) => void response.end('<html>')],
  ['answers with another shape', (_request, response) => void response.end('{"challenge":1}')],
  ['fails', (_request, response) => void response.writeHead(503).end()],
  ['refuses the key', (_request, response) => void response.writeHead(403).end('{}')],
  ['breaks off', (request) => void request.socket.destroy()],
] satisfies [string, RequestListener][])('an OAuth2 server that %s is a bad gateway', async (_what, answer) => {
  harness = await createHarness({ oauth2_provider: { url: await answering(answer) } })
  const { status, body } = await harness.browser().ask(start)
  expect([status, body.error.id]).toEqual([502, 'upstream_error'])
})

test('no answer at the address is a bad gateway too @failures-1', async () => {
  const url = await answering(() => {})
  close?.()
  harness = await createHarness({ oauth2_provider: { url } })
  expect((await harness.browser().ask(start)).status).toBe(502)
})

test('the configured headers go along @failures-2', async () => {
  const seen: unknown[] = []
  const url = await answering((request, response) => {
    seen.push(request.headers['authorization'])
    response.writeHead(404).end('{}')
  })
  harness = await createHarness({ oauth2_provider: { url: `${url}/`, headers: { Authorization: 'Bearer key' } } })
  expect((await harness.browser().ask(start)).status).toBe(400)
  expect(seen).toEqual(['Bearer key'])
  expect(JSON.stringify(harness.config.oauth2Provider)).not.toContain('Bearer key')
})

test('secrets of the client are in no flow, whatever the OAuth2 server answers @failures-3', async () => {
  const secrets = {
    client_secret: 'secret-1',
    registration_access_token: 'secret-2',
    registration_client_uri: 'https://hydra.example/secret-3',
    jwks: { keys: ['secret-4'] },
  }
  const request = {
    challenge: 'a-challenge',
    skip: false,
    client: { client_id: 'notebook', client_name: 'Notebook', ...secrets },
    context: { note: 'secret-5' },
  }
  const url = await answering((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(request))
  })
  harness = await createHarness({ oauth2_provider: { url } })
  const { status, body } = await harness.browser().ask(start)
  expect([status, body.oauth2_login_request.client]).toEqual([200, { client_id: 'notebook', client_name: 'Notebook' }])
  expect(JSON.stringify(body)).not.toMatch(/secret-\d/)
})

/** Starts an OAuth2 server that knows every request and accepts no sign-in. */
const acceptingNone = () =>
  answering((request, response) => {
    const known = { challenge: 'a-challenge', skip: false, request_url: '', client: { client_id: 'notebook' } }
    const status = request.method === 'GET' ? 200 : 410
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(known))
  })

test('an app whose confirmation the OAuth2 server refuses stays signed in @failures-4', async () => {
  harness = await createHarness({ oauth2_provider: { url: await acceptingNone() } })
  await harness.account(ada)
  const app = harness.app()
  const { session_token: token } = (await app.signIn(ada)).body
  const flow = (await app.ask(`${nativeStart}&refresh=true`, token)).body
  const refused = await app.send(flow, { method: 'password', identifier: ada, password: goodPassword }, token)
  expect([refused.body.error.code, refused.body.session_token]).toEqual([expect.any(Number), undefined])
  expect((await app.ask('/sessions/whoami', token)).status).toBe(200)
})

test('an app whose sign-in the OAuth2 server refuses leaves no session behind @failures-5', async () => {
  harness = await createHarness({ oauth2_provider: { url: await acceptingNone() } })
  const id = await harness.account(ada)
  const app = harness.app()
  const flow = (await app.ask(nativeStart)).body
  const refused = await app.send(flow, { method: 'password', identifier: ada, password: goodPassword })
  expect([refused.body.error.code, refused.body.session_token]).toEqual([expect.any(Number), undefined])
  expect((await harness.admin('GET', `/identities/${id}/sessions?active=true`)).body ?? []).toEqual([])
})

test('an app whose sign-up the OAuth2 server refuses leaves no session behind, as after a hook that fails @failures-6', async () => {
  const url = await acceptingNone()
  const session = { hook: 'session' }
  const failing = { hook: 'web_hook', config: { url: `${url}/hook` } }
  for (const [start, hooks] of [
    [nativeSignUp, [session]],
    ['/self-service/registration/api', [session, failing]],
  ] as const) {
    const own = await createHarness({
      oauth2_provider: { url },
      selfservice: { flows: { registration: { after: { hooks } } } },
    })
    const app = own.app()
    const flow = (await app.ask(start)).body
    const refused = await app.send(flow, { method: 'password', traits: { email: ada }, password: goodPassword })
    expect([refused.body.error.code, refused.body.session_token]).toEqual([expect.any(Number), undefined])
    const [{ id }] = (await own.admin('GET', `/identities?credentials_identifier=${ada}`)).body
    expect((await own.admin('GET', `/identities/${id}/sessions?active=true`)).body ?? []).toEqual([])
    await own.stop()
  }
})

test('without an OAuth2 server a challenge is refused, and the setting is named', async () => {
  harness = await createHarness()
  const { status, body } = await harness.browser().ask(start)
  expect([status, body.error.reason]).toEqual([400, expect.stringContaining('oauth2_provider.url')])
})

test.each([
  [{ url: 'hydra:4445' }, 'oauth2_provider.url'],
  [{ url: 'http://hydra:4445', headers: { 'a b': 'c' } }, 'oauth2_provider.headers'],
  [{ uri: 'http://hydra:4445' }, 'oauth2_provider.uri is unknown'],
])('the configuration %j is refused at start', async (provider, named) => {
  const file = { identity: { default_schema_id: 'person', schemas: [schema] }, oauth2_provider: provider }
  await expect(parseIdentityConfig(file)).rejects.toThrow(named)
})
