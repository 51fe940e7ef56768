import { expect, test } from 'vitest'

import { ConfigError, parseIdentityConfig } from '../load-configuration.ts'

const schema = Buffer.from(JSON.stringify({ type: 'object', properties: { traits: { type: 'object' } } })).toString(
  'base64',
)

async function read(methods: Record<string, unknown>) {
  const file = {
    dsn: 'memory',
    serve: { public: { base_url: 'https://auth.example.org' } },
    identity: { schemas: [{ id: 'default', url: `base64://${schema}` }] },
    secrets: { default: ['a-secret-of-sixteen'] },
    selfservice: { methods },
  }
  return (await parseIdentityConfig(file)).config.selfservice.methods
}

async function faultsOf(rp: Record<string, unknown>): Promise<readonly string[]> {
  try {
    await read({ passkey: { enabled: true, config: { rp } } })
    return []
  } catch (error) {
    return error instanceof ConfigError ? error.faults : Promise.reject(error)
  }
}

test('without origins the sign-in page is the only one', async () => {
  const methods = await read({
    passkey: { enabled: true, config: { rp: { id: 'example.org' } } },
    webauthn: {
      enabled: true,
      config: { rp: { id: 'example.org', display_name: 'Example', origin: 'https://a.example.org' } },
    },
  })
  expect(methods.passkey.rp).toEqual({
    id: 'example.org',
    displayName: 'example.org',
    origins: ['https://auth.example.org'],
    needsVerifiedUser: false,
  })
  expect(methods.webauthn).toMatchObject({ passwordless: false, rp: { origins: ['https://a.example.org'] } })
})

test('a method that is off needs nothing', async () => {
  expect((await read({ passkey: { enabled: false } })).passkey).toMatchObject({ enabled: false, rp: undefined })
})

const path = 'selfservice.methods.passkey.config.rp'
test.each([
  [{}, `${path}.id is missing`],
  [{ id: 'https://example.org' }, `${path}.id "https://example.org" is no domain`],
  [{ id: '127.0.0.1' }, 'is no domain'],
  [{ id: 'Example.org' }, 'is no domain'],
  [
    { id: 'example.org', origins: ['https://example.com'] },
    `${path}.origins.0 "https://example.com" does not belong to`,
  ],
  [{ id: 'example.org', origins: ['https://badexample.org'] }, 'does not belong to the domain'],
  [{ id: 'example.org', origins: ['http://auth.example.org'] }, 'is not secure'],
  [{ id: 'example.org', origins: ['https://example.org/login'] }, 'has more than an origin'],
  [{ id: 'example.org', origins: ['example.org'] }, 'is no origin'],
])('refuses %o @relying-party-1', async (rp, fault) => {
  expect(await faultsOf(rp)).toEqual([expect.stringContaining(fault)])
})

test('accepts pages of the domain, localhost without TLS, and an Android app', async () => {
  const app = 'android:apk-key-hash:Yz0fQp_-9'
  expect(
    await faultsOf({ id: 'example.org', origins: ['https://example.org', 'https://x.example.org:8443', app] }),
  ).toEqual([])
  expect(await faultsOf({ id: 'localhost', origins: ['http://localhost:4455'] })).toEqual([])
})
