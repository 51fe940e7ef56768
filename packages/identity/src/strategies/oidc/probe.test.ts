import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { createOutbound, outboundFetch } from '@gatehouse/platform/outbound'
import { startOpenIdProvider, type OpenIdProvider } from '@gatehouse/testing/providers'
import type { ProbedConnection } from '@gatehouse/contract/operators'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'

import { probeConnection } from './probe.ts'

const redirectUri = 'https://shop.example.org/self-service/methods/oidc/organization/x/callback/sso'
const clientSecret = 'the-secret-of-the-client-at-the-provider'

let provider: OpenIdProvider
beforeAll(async () => {
  provider = await startOpenIdProvider([{ clientId: 'shop', clientSecret, redirectUris: [redirectUri] }])
})
afterAll(() => provider.stop())

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  await Promise.all(closing.splice(0).map((close) => close()))
})

/** Starts a server on this machine with these answers; returns its origin. */
async function serve(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => new Promise((resolve) => server.close(resolve)))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

function probe(
  change: Partial<ProbedConnection>,
  network: { readonly dev?: boolean; readonly guarded?: boolean } = {},
) {
  const { dev = true, guarded = false } = network
  const wanted = {
    kind: 'generic',
    issuerUrl: provider.issuer,
    tenant: undefined,
    clientId: 'shop',
    clientSecret,
    redirectUri,
  }
  const outbound = createOutbound({ purpose: 'connection_probe', timeoutMs: 2_000 })
  const fetch = guarded ? outboundFetch(outbound) : globalThis.fetch
  return probeConnection({ ...wanted, ...change }, { fetch, dev, clock: Date.now })
}

test('a provider that knows the client is sound, without any sign-in', async () => {
  expect(await probe({})).toEqual({ kind: 'sound', issuer: provider.issuer })
  expect(provider.requests).toEqual([])
})

test.each([
  ['a wrong secret', { clientSecret: 'not-the-secret-of-the-client' }],
  ['a client that it does not know', { clientId: 'another-client' }],
])('%s is reported', async (_what, change) => {
  expect(await probe(change)).toEqual({ kind: 'faulty', fault: 'client_refused' })
})

test('an issuer that calls itself something else is reported, with how it calls itself @probe-1', async () => {
  const issuerUrl = provider.issuer.replace('127.0.0.1', 'localhost')
  expect(await probe({ issuerUrl })).toEqual({ kind: 'faulty', fault: 'wrong_issuer', said: provider.issuer })
})

describe('an address', () => {
  test('no answer is reported', async () => {
    const issuerUrl = await serve(() => undefined)
    await closing.pop()?.()
    expect(await probe({ issuerUrl })).toEqual({ kind: 'faulty', fault: 'unreachable' })
  })

  test.each<[string, RequestListener]>([
    ['is a web page', (_, answer) => answer.setHeader('content-type', 'text/html').end('<h1>Hello</h1>')],
    ['has nothing there', (_, answer) => answer.writeHead(404).end()],
    ['leads elsewhere', (_, answer) => answer.writeHead(302, { location: 'http://169.254.169.254/' }).end()],
    ['is JSON of another kind', (_, answer) => answer.setHeader('content-type', 'application/json').end('[1]')],
  ])('that %s is reported as no OpenID Connect, and nothing of it is repeated', async (_what, answer) => {
    expect(await probe({ issuerUrl: await serve(answer) })).toEqual({ kind: 'faulty', fault: 'not_openid' })
  })

  test('that is not https, or names such addresses, gets no secret @probe-2', async () => {
    expect(await probe({}, { dev: false })).toEqual({ kind: 'faulty', fault: 'not_https' })
    const asked: string[] = []
    const issuerUrl = await serve((request, answer) => {
      asked.push(request.url ?? '')
      const { host = '' } = request.headers
      const named = {
        issuer: `http://${host}`,
        authorization_endpoint: `http://${host}/a`,
        jwks_uri: `http://${host}/k`,
      }
      const metadata = { ...named, token_endpoint: 'http://tokens.example.org/', response_types_supported: ['code'] }
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(metadata))
    })
    expect(await probe({ issuerUrl })).toEqual({ kind: 'faulty', fault: 'not_https' })
    expect(asked).toEqual(['/.well-known/openid-configuration'])
  })

  test.each([
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://169.254.169.254/',
    'https://10.0.0.1/',
    'https://localhost/',
    'https://[::ffff:127.0.0.1]/',
  ])('in a private network is not called: %s @probe-3', async (issuerUrl) => {
    expect(await probe({ issuerUrl }, { dev: false, guarded: true })).toEqual({ kind: 'faulty', fault: 'private' })
  })

  test.each(['common', 'organizations', 'consumers'])(
    'of all directories at once is refused: %s @probe-4',
    async (tenant) => {
      const issuerUrl = `https://login.microsoftonline.com/${tenant}/v2.0`
      expect(await probe({ issuerUrl })).toEqual({ kind: 'faulty', fault: 'many_directories' })
    },
  )
})

test('a provider without the code flow is reported', async () => {
  const issuerUrl = await serve((request, answer) => {
    const at = `http://${request.headers.host ?? ''}`
    const metadata = { issuer: at, authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/k` }
    const types = { response_types_supported: ['id_token'] }
    answer.setHeader('content-type', 'application/json').end(JSON.stringify({ ...metadata, ...types }))
  })
  expect(await probe({ issuerUrl })).toEqual({ kind: 'faulty', fault: 'no_codes' })
})
