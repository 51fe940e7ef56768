import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

import { afterEach, expect, test } from 'vitest'

import { parseIdentityConfig } from '../load-configuration.ts'
import { createHarness, type Harness } from '../flows/flow-harness.fixture.ts'

const start = '/self-service/login/browser?login_challenge=a-challenge'
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
