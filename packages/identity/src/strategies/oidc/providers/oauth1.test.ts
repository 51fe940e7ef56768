import { createHmac } from 'node:crypto'

import OAuth from 'oauth-1.0a'
import { expect, onTestFinished, test } from 'vitest'

import { pages, service } from '../../../flows/flow-harness.fixture.ts'
import { client, createKindHarness } from './kind-harness.fixture.ts'

const signer = new OAuth({
  consumer: { key: client.clientId, secret: client.clientSecret },
  signature_method: 'HMAC-SHA1',
  hash_function: (text, key) => createHmac('sha1', key).update(text).digest('base64'),
})

/**
 * Returns the fields of an `Authorization: OAuth` header; throws unless the signature fits the request and the secret.
 */
function signedFields(request: Request, token: { key?: string; secret: string }): Readonly<Record<string, string>> {
  const header = request.headers.get('authorization') ?? ''
  const pairs = [...header.matchAll(/([\w]+)="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    decodeURIComponent(value),
  ])
  const { oauth_signature: signature, ...fields } = Object.fromEntries(pairs) as Record<string, string>
  const url = new URL(request.url)
  const data = fields as unknown as OAuth.Data
  const expected = signer.getSignature({ url: url.href, method: request.method }, token.secret, data)
  if (signature !== expected) throw new Error('the signature does not fit')
  if (fields['oauth_token'] !== token.key) throw new Error('the token is another one')
  return fields
}

const pair = (key: string, secret: string) =>
  new Response(new URLSearchParams({ oauth_token: key, oauth_token_secret: secret, oauth_callback_confirmed: 'true' }))

async function createX(scope: readonly string[] = []) {
  const harness = await createKindHarness({ provider: 'x', scope })
  onTestFinished(() => harness.stop())
  let callback = ''
  harness.stage.play({
    'POST https://api.twitter.com/oauth/request_token': (request) => {
      callback = signedFields(request, { secret: '' })['oauth_callback'] ?? ''
      return pair('request-token', 'request-secret')
    },
    'POST https://api.twitter.com/oauth/access_token': (request) => {
      const fields = signedFields(request, { key: 'request-token', secret: 'request-secret' })
      if (fields['oauth_verifier'] !== 'the-verifier') return new Response(null, { status: 401 })
      return pair('access-token', 'access-secret')
    },
    'GET https://api.twitter.com/1.1/account/verify_credentials.json': (request) => {
      signedFields(request, { key: 'access-token', secret: 'access-secret' })
      const email = new URL(request.url).searchParams.get('include_email') === 'true' ? 'ada@example.org' : undefined
      return Response.json({ id: 9, id_str: '9007199254740993', name: 'Ada', screen_name: 'ada', email })
    },
  })
  const { browser, address } = await harness.depart()
  const back = (parameters: Readonly<Record<string, string>>) => {
    const url = new URL(callback)
    for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value)
    return browser.go(url.href)
  }
  return { harness, browser, address, callback, back }
}

test('x: a person signs up with signed requests', async () => {
  const { browser, address, callback, back } = await createX(['email'])
  expect(address.href).toBe('https://api.twitter.com/oauth/authenticate?oauth_token=request-token')
  expect(callback).toMatch(`${service}/self-service/methods/oidc/callback/them?state=`)
  const answer = await back({ oauth_token: 'request-token', oauth_verifier: 'the-verifier' })
  expect(answer.location).toBe(`${pages}/`)
  const { identity } = (await browser.whoami()).body
  expect(identity.traits).toMatchObject({ name: 'Ada', username: 'ada', email: 'ada@example.org' })
  expect(identity.verifiable_addresses).toMatchObject([{ verified: false }])
})

test('x: the subject is the whole number, and no address is requested unless configured', async () => {
  const { harness, browser, back } = await createX()
  await back({ oauth_token: 'request-token', oauth_verifier: 'the-verifier' })
  const { identity } = (await browser.whoami()).body
  expect(identity.traits.email).toBeUndefined()
  const { credentials } = (await harness.admin('GET', `/identities/${identity.id}`)).body
  expect(credentials.oidc.identifiers).toEqual(['them:9007199254740993'])
})

test.each([
  ['refuses', { denied: 'request-token' }],
  ['answers another round', { oauth_token: 'another-request-token', oauth_verifier: 'the-verifier' }],
  ['proves nothing', { oauth_token: 'request-token' }],
  ['proves something else', { oauth_token: 'request-token', oauth_verifier: 'bogus' }],
])('x: no session is opened where the provider %s @oauth1-1', async (_what, parameters) => {
  const { browser, back } = await createX()
  expect((await back(parameters)).location).toMatch('/login?flow=')
  expect((await browser.whoami()).status).toBe(401)
})
