import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { flowKinds } from '@gatehouse/contract/flow'
import { publicPaths } from '@gatehouse/contract/urls'

import { createAccount, createTestService, signIn } from './service.fixture.ts'
import type { TestService } from './service.fixture.ts'

let service: TestService
let token = ''
let flows: readonly string[] = []
const everything = { enabled: true }

beforeAll(async () => {
  service = await createTestService({
    session: { whoami: { required_aal: 'aal1' } },
    selfservice: {
      methods: {
        code: { enabled: true, passwordless_enabled: true },
        link: everything,
        totp: everything,
        lookup_secret: everything,
      },
      flows: { recovery: { enabled: true }, verification: { enabled: true } },
    },
  })
  await createAccount(service, 'ada@example.org')
  token = await signIn(service, 'ada@example.org')
  const made = flowKinds.map((kind) =>
    service.fetch(`/self-service/${kind}/api`, { headers: kind === 'settings' ? { 'x-session-token': token } : {} }),
  )
  flows = (await Promise.all(made)).map(({ body }) => String(body.id))
})
afterAll(() => service.service.stop())

const publicList = [
  ...flowKinds.flatMap((kind) => [
    publicPaths.flowBrowser(kind),
    publicPaths.flowApi(kind),
    publicPaths.flowRead(kind),
    publicPaths.flowSubmit(kind),
  ]),
  publicPaths.logout,
  publicPaths.logoutApi,
  publicPaths.logoutBrowser,
  publicPaths.errors,
  publicPaths.providerReturn,
  publicPaths.tokenExchange,
  publicPaths.whoami,
  publicPaths.sessions,
  publicPaths.session,
  publicPaths.schemas,
  publicPaths.schema,
  publicPaths.alive,
  '/.well-known/change-password',
  '/.well-known/ory/webauthn.js',
]
const adminList = [
  '/identities',
  '/identities/:id',
  '/identities/by/external/:id',
  '/identities/:id/credentials/:id',
  '/identities/:id/sessions',
  '/sessions',
  '/sessions/:id',
  '/sessions/:id/extend',
  '/recovery/code',
  '/recovery/link',
  '/courier/messages',
  '/courier/messages/:id',
  '/version',
]

const nasty = fc.constantFrom(
  '',
  '\0',
  '__proto__',
  'constructor',
  '../..',
  '%',
  '%00',
  '💣',
  "' OR 1=1 --",
  '{{7*7}}',
  '-1',
  '1e999',
)
const word = fc.oneof(nasty, fc.string({ unit: 'binary', maxLength: 40 }))
const id = fc.oneof(fc.uuid(), word, fc.constant('00000000-0000-0000-0000-000000000000'))
const knownName = fc.constantFrom(
  'method',
  'identifier',
  'password',
  'traits',
  'traits.email',
  'code',
  'email',
  'csrf_token',
  'screen',
  'recovery_address',
  'recovery_select_address',
  'recovery_confirm_address',
  'totp_code',
  'lookup_secret',
  'lookup_secret_reveal',
  'provider',
  'link',
  'unlink',
  'transient_payload',
  'action',
  'identities',
  'sessions',
  'identity_id',
  'expires_in',
  'flow_type',
  'schema_id',
  'credentials',
  'metadata_public',
  'state',
  '__proto__',
  'constructor',
  'webauthn_login',
  'passkey_login',
)
const name = fc.oneof(knownName, word)
const value = fc.oneof(
  fc.constantFrom(
    'password',
    'code',
    'link',
    'profile',
    'totp',
    'lookup_secret',
    'oidc',
    'ada@example.org',
    'previous',
    'delete',
  ),
  word,
  fc.jsonValue({ maxDepth: 4 }),
)
const queryName = fc.constantFrom(
  'flow',
  'id',
  'return_to',
  'refresh',
  'aal',
  'via',
  'token',
  'code',
  'state',
  'page',
  'page_size',
  'page_token',
  'per_page',
  'tokenize_as',
  'expand',
  'active',
  'ids',
  'credentials_identifier',
  'include_credential',
  'login_challenge',
  'status',
  'init_code',
  'return_to_code',
  'identity_schema',
  'organization',
  'recipient',
)
const textOf = (part: unknown): string => (typeof part === 'string' ? part : JSON.stringify(part))
const headerValue = fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, ''))

const request = fc.record({
  admin: fc.boolean(),
  publicPath: fc.constantFrom(...publicList),
  adminPath: fc.constantFrom(...adminList),
  method: fc.constantFrom('GET', 'GET', 'POST', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
  ids: fc.array(id, { minLength: 2, maxLength: 2 }),
  query: fc.array(fc.tuple(fc.oneof(queryName, word), fc.oneof(id, value.map(textOf))), { maxLength: 4 }),
  flow: fc.option(fc.nat(4)),
  encoding: fc.constantFrom('json', 'form', 'multipart', 'broken', 'none'),
  fields: fc.array(fc.tuple(name, value), { maxLength: 6 }),
  signedIn: fc.boolean(),
  headers: fc.dictionary(
    fc.constantFrom(
      'accept',
      'cookie',
      'authorization',
      'origin',
      'x-session-token',
      'content-type',
      'sec-fetch-mode',
      'user-agent',
    ),
    headerValue,
    { maxKeys: 3 },
  ),
})

type Hostile = typeof request extends fc.Arbitrary<infer T> ? T : never

function toCall({ encoding, fields, headers, signedIn, method }: Hostile) {
  const json = { 'content-type': 'application/json' }
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const bodies: Record<Hostile['encoding'], readonly [string | undefined, Record<string, string>]> = {
    json: [JSON.stringify(Object.fromEntries(fields)), json],
    form: [
      fields
        .map(
          ([key, part]) =>
            `${encodeURIComponent(key.toWellFormed())}=${encodeURIComponent(textOf(part).toWellFormed())}`,
        )
        .join('&'),
      form,
    ],
    multipart: [
      '--x\r\nContent-Disposition: form-data; name="a"\r\n\r\nb',
      { 'content-type': 'multipart/form-data; boundary=x' },
    ],
    broken: ['{"a":', json],
    none: [undefined, {}],
  }
  const [body, own] = method === 'GET' || method === 'HEAD' ? [undefined, {}] : bodies[encoding]
  return { method, headers: { ...own, ...(signedIn && { 'x-session-token': token }), ...headers }, body }
}

test('no request, however odd, brings the service out of step', { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(request, async (hostile) => {
      const [first = '', second = ''] = hostile.ids
      const template = hostile.admin ? `/admin${hostile.adminPath}` : hostile.publicPath
      const path = template
        .replace(':id', encodeURIComponent(first.toWellFormed()))
        .replace(':id', encodeURIComponent(second.toWellFormed()))
      const query = new URLSearchParams(hostile.query.map(([key, part]) => [key.toWellFormed(), part.toWellFormed()]))
      if (hostile.flow !== null) query.set('flow', flows[hostile.flow] ?? '')
      const { body, ...call } = toCall(hostile)
      const origin = hostile.admin ? 'http://127.0.0.1:4434' : 'https://auth.example.org'
      const answered = (hostile.admin ? service.service.admin : service.service.fetch)(
        new Request(`${origin}${path}?${query}`, { ...call, ...(body !== undefined && { body }) }),
      )
      const answer = await answered
      expect(answer.status).toBeLessThan(500)
      expect(await answer.text()).not.toMatch(/\bat .*\.ts:\d+/)
      expect(Object.prototype).not.toHaveProperty('polluted')
      expect(Object.keys(Object.prototype)).toEqual([])
    }),
    { numRuns: Number(process.env['HOSTILE_RUNS'] ?? 400) },
  )
  expect(service.failures).toEqual([])
})

test('a body past the limit is refused, and memory stays bounded', async () => {
  const before = process.memoryUsage().rss
  for (let round = 0; round < 5; round += 1) {
    const body = 'x'.repeat(4 * 1024 * 1024)
    const answer = await service.fetch(`/self-service/login?flow=${flows[0]}`, { method: 'POST', body })
    expect(answer.status).toBe(413)
  }
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024)
})
