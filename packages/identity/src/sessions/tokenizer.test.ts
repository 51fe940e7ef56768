import { mkdtempSync, writeFileSync } from 'node:fs'
import { generateKeyPairSync } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { exportJWK, generateKeyPair, generateSecret, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { ConfigError } from '../load-configuration.ts'
import type { Session as WireSession } from '@gatehouse/contract/identities'
import type { Identity } from '../identities/identity.ts'
import { createAccount, createTestService, signIn } from '../service.fixture.ts'
import { createTokenKeys } from './token-keys.ts'
import { createTokenizer } from './tokenizer.ts'

const folder = mkdtempSync(join(tmpdir(), 'gatehouse-jwks-'))
let ecKey = ''
let octKey = ''
beforeAll(async () => {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  ecKey = JSON.stringify({ keys: [{ ...(await exportJWK(privateKey)), alg: 'ES256', kid: 'ec-1', use: 'sig' }] })
  const secret = await generateSecret('HS256', { extractable: true })
  octKey = JSON.stringify({ keys: [{ ...(await exportJWK(secret)), alg: 'HS256', kid: 'oct-1' }] })
  writeFileSync(join(folder, 'keys.json'), ecKey)
})
const server = createServer((_request, answer) => answer.end(ecKey))
afterAll(() => void server.close())

const base64 = (text: string) => `base64://${Buffer.from(text).toString('base64')}`
const templates = (entries: Record<string, unknown>) => ({ session: { whoami: { tokenizer: { templates: entries } } } })

async function verify(jwt: string, jwks: string, now: number) {
  const { keys } = JSON.parse(jwks)
  const { d: _private, ...jwk } = keys[0]
  return jwtVerify(jwt, await importJWK(jwk, jwk.alg), { currentDate: new Date(now) })
}

test('a session becomes a signed token, from keys of every source, whose public halves are published @tokenizer-2', async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const service = await createTestService(
    templates({
      file: { jwks_url: `file://${folder}/keys.json`, ttl: '10m' },
      inline: { jwks_url: base64(octKey) },
      remote: { jwks_url: `http://127.0.0.1:${port}/keys` },
    }),
  )
  const id = await createAccount(service, 'ada@example.org')
  const token = await signIn(service, 'ada@example.org')
  const whoami = (query: string) => service.fetch(`/sessions/whoami${query}`, { headers: { 'x-session-token': token } })
  const answer = await whoami('?tokenize_as=file')
  expect([answer.status, answer.headers.get('x-kratos-authenticated-identity-id')]).toEqual([200, id])
  const { payload, protectedHeader } = await verify(answer.body.tokenized, ecKey, service.clock.now)
  expect(protectedHeader).toEqual({ alg: 'ES256', kid: 'ec-1', typ: 'JWT' })
  const seconds = service.clock.now / 1000
  expect(payload).toEqual({
    iss: 'https://auth.example.org/',
    sub: id,
    sid: answer.body.id,
    iat: seconds,
    nbf: seconds,
    exp: seconds + 600,
    jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
  })
  // Applications check tokens with the public halves; a secret that signs and checks stays here.
  const published = await service.fetch('/.well-known/jwks.json')
  const { d: _private, ...publicKey } = JSON.parse(ecKey).keys[0]
  expect([published.status, published.body]).toEqual([200, { keys: [publicKey] }])
  expect(published.headers.get('cache-control')).toBe('public, max-age=300')
  const inline = await verify((await whoami('?tokenize_as=inline')).body.tokenized, octKey, service.clock.now)
  expect(inline.payload.exp).toBe(seconds + 60)
  await verify((await whoami('?tokenize_as=remote')).body.tokenized, ecKey, service.clock.now)
  // The keys' server is gone: the last keys stay in use.
  await new Promise((resolve) => server.close(resolve))
  service.clock.now += 10 * 60_000
  await verify((await whoami('?tokenize_as=remote')).body.tokenized, ecKey, service.clock.now)

  for (const name of ['nope', '__proto__', 'toString']) {
    expect((await whoami(`?tokenize_as=${name}`)).body.error).toMatchObject({ code: 400 })
  }
  expect((await whoami('')).body.tokenized).toBeUndefined()
  expect((await service.fetch('/sessions/whoami?tokenize_as=file')).status).toBe(401)
  expect(service.failures).toEqual([])
})

test('a claims mapper gets the session as whoami shows it, and the claims @tokenizer-6', async () => {
  const program = "{ claims: { session: std.extVar('session'), claims: std.extVar('claims') } }"
  const service = await createTestService(
    templates({ whole: { jwks_url: base64(octKey), claims_mapper_url: base64(program) } }),
  )
  const id = await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  const { tokenized, ...session } = (await service.fetch('/sessions/whoami?tokenize_as=whole', { headers })).body
  const { payload } = await verify(tokenized, octKey, service.clock.now)
  const seconds = service.clock.now / 1000
  expect(payload['session']).toEqual(session)
  expect(session).toMatchObject({ identity: { id, traits: { email: 'ada@example.org' } }, active: true })
  expect(payload['claims']).toMatchObject({ sub: id, sid: session.id, iat: seconds, exp: seconds + 60 })
})

test('the subject can be the external id, for accounts that have one', async () => {
  const service = await createTestService(
    templates({ outside: { jwks_url: base64(octKey), subject_source: 'external_id' } }),
  )
  const id = await createAccount(service, 'ada@example.org')
  const token = await signIn(service, 'ada@example.org')
  const ask = () =>
    service.fetch('/sessions/whoami?tokenize_as=outside', { headers: { authorization: `Bearer ${token}` } })
  expect((await ask()).status).toBe(400)
  await service.admin(`/admin/identities/${id}`, {
    method: 'PATCH',
    body: [{ op: 'add', path: '/external_id', value: 'crm-7' }],
  })
  const { payload } = await verify((await ask()).body.tokenized, octKey, service.clock.now)
  expect(payload.sub).toBe('crm-7')
})

test('the length of validity for caches is not sent with a token', async () => {
  const service = await createTestService({
    ...templates({ inline: { jwks_url: base64(octKey) } }),
    feature_flags: { cacheable_sessions: true },
  })
  await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  const plain = await service.fetch('/sessions/whoami', { headers })
  const token = await service.fetch('/sessions/whoami?tokenize_as=inline', { headers })
  expect([plain, token].map((answer) => answer.headers.get('ory-session-cache-for'))).toEqual(['86400', null])
})

test('keys that cannot sign are named at start, and so is a mapper that cannot be read in any case @tokenizer-1', async () => {
  const publicOnly = JSON.stringify({ keys: [{ kty: 'EC', alg: 'ES256', kid: 'a', crv: 'P-256', x: 'AA', y: 'AA' }] })
  const failure = await createTestService(
    templates({
      a: { jwks_url: base64(publicOnly) },
      c: { jwks_url: base64('{}') },
      d: { jwks_url: base64(octKey), claims_mapper_url: 'ftp://nowhere.jsonnet' },
    }),
  ).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ConfigError)
  const faults = failure instanceof ConfigError ? failure.faults : []
  expect(faults.map((fault) => fault.split(' ')[0])).toEqual([
    'session.whoami.tokenizer.templates.a.jwks_url',
    'session.whoami.tokenizer.templates.c.jwks_url',
    'session.whoami.tokenizer.templates.d.claims_mapper_url',
  ])
})

test('an RSA key signs from 2048 to 4096 bits; others are refused with the sizes to use @tokenizer-3', async () => {
  const rsa = (modulusLength: number) => {
    const jwk = generateKeyPairSync('rsa', { modulusLength }).privateKey.export({ format: 'jwk' })
    return { jwks_url: base64(JSON.stringify({ keys: [{ ...jwk, alg: 'RS256', kid: `rsa-${modulusLength}` }] })) }
  }
  // As long as a key of 8,192 bits, but never used.
  const n = Buffer.alloc(1_024, 0xff).toString('base64url')
  const large = { jwks_url: base64(JSON.stringify({ keys: [{ kty: 'RSA', alg: 'RS256', kid: 'large', n, d: 'AA' }] })) }
  const failure = await createTestService(templates({ small: rsa(1_024), large })).catch((error: unknown) => error)
  expect(failure instanceof ConfigError && failure.faults).toEqual([
    expect.stringMatching(/templates\.small\.jwks_url has an RSA key of 1024 bits.*2048 to 4096/),
    expect.stringMatching(/templates\.large\.jwks_url has an RSA key of 8192 bits.*ES256/),
  ])
  const service = await createTestService(templates({ good: rsa(2_048) }))
  await createAccount(service, 'ada@example.org')
  const headers = { 'x-session-token': await signIn(service, 'ada@example.org') }
  expect((await service.fetch('/sessions/whoami?tokenize_as=good', { headers })).status).toBe(200)
})

test('the tokens of one project are signed one at a time, and delay those of another by one @tokenizer-4', async () => {
  const { config, clock, service } = await createTestService(templates({ inline: { jwks_url: base64(ecKey) } }))
  const [wire, identity] = [{ id: 'a' } as WireSession, { id: 'b' } as Identity]
  const open = () => {
    const sign = createTokenizer(config, createTokenKeys(config), async () => ({}))
    return () => sign('inline', wire, identity, clock.now)
  }
  const [busy, other] = [open(), open()]
  const order: string[] = []
  const note = async (name: string, token: Promise<unknown>) => {
    await token
    order.push(name)
  }
  const refused = (await Promise.allSettled(Array.from({ length: 300 }, busy))).filter(
    (one) => one.status === 'rejected',
  )
  expect(refused.length).toBeGreaterThan(90)
  expect(refused[0]?.reason).toMatchObject({ refusal: { code: 503, headers: { 'retry-after': '5' } } })
  const all = Array.from({ length: 190 }, () => note('busy', busy()))
  await Promise.all([...all, note('other', other())])
  expect(order.indexOf('other')).toBeLessThan(20)
  await service.stop()
})
