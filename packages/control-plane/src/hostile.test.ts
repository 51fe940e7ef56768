import { strangeWord } from '@gatehouse/testing/attack'
import fc from 'fast-check'
import { afterAll, describe, expect, test } from 'vitest'

import { createTestControlPlane } from './service.fixture.ts'

const plane = await createTestControlPlane()
const { call, workspaceId, projectId } = plane
const key = (await call('POST', `/workspaces/${workspaceId}/tokens`, { name: 'hostile' })).body.value
const organization = (await call('POST', `/projects/${projectId}/organizations`, { label: 'Acme' })).body
const links = `/projects/${projectId}/organizations/${organization.id}/onboarding-portal-links`
const portal = (await call('POST', links, { enable_sso: true, enable_scim: true })).body
const endpoint = { type: 'https', https_endpoint: 'https://events.example.org/' }
const stream = (await call('POST', `/projects/${projectId}/eventstreams`, endpoint)).body
const known: Readonly<Record<string, string>> = {
  workspace: workspaceId,
  project: projectId,
  project_id: projectId,
  organization_id: organization.id,
  onboarding_portal_link_id: portal.id,
  link: portal.value,
  event_stream_id: stream.id,
}
afterAll(() => plane.plane.stop())

const id = fc.oneof({ weight: 6, arbitrary: fc.constant('the right one') }, fc.uuid(), strangeWord)
const name = fc.oneof(
  strangeWord,
  fc.constantFrom(
    'name',
    'role',
    'environment',
    'workspace_id',
    'expires_at',
    'label',
    'domains',
    'session_lifespan',
    'default_region',
    'type',
    'status',
    'https_endpoint',
    'topic_arn',
    'invitee_email',
    'token',
    'slug',
    'services',
    'cors_public',
    'organizations',
    'enable_sso',
    'enable_scim',
    'issuer_url',
    'client_id',
    'client_secret',
  ),
)
const value = fc.oneof(
  strangeWord,
  fc.jsonValue({ maxDepth: 4 }),
  fc.constantFrom('owner', 'dev', 'https', 'sns', '30m', '9999-99-99T00:00:00Z'),
)
const pointer = fc.array(
  fc.oneof(fc.constantFrom('services', 'identity', 'config', 'organizations', '0', '-', 'name'), strangeWord),
  { maxLength: 5 },
)
const patch = fc.array(
  fc.record({
    op: fc.constantFrom('add', 'remove', 'replace', 'move', 'copy', 'test', 'nonsense'),
    path: pointer.map((parts) => `/${parts.join('/')}`),
    from: pointer.map((parts) => `/${parts.join('/')}`),
    value,
  }),
  { maxLength: 4 },
)
const request = fc.record({
  method: fc.oneof(
    { weight: 9, arbitrary: fc.constant(null) },
    fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD'),
  ),
  ids: fc.array(id, { minLength: 4, maxLength: 4 }),
  query: fc.array(
    fc.tuple(fc.constantFrom('page_size', 'page_token', 'domain', 'from', 'to', 'after', 'bucket'), strangeWord),
    { maxLength: 3 },
  ),
  body: fc.oneof(
    fc.array(fc.tuple(name, value), { maxLength: 6 }).map((fields) => JSON.stringify(Object.fromEntries(fields))),
    patch.map((operations) => JSON.stringify(operations)),
    fc.constantFrom('', '{', 'null', '[[[[', '"text"', '1e999'),
    strangeWord,
  ),
  headers: fc.dictionary(
    fc.constantFrom('x-audit-reason', 'content-type', 'accept', 'origin', 'cookie'),
    fc.string({ maxLength: 30 }).map((text) => text.replace(/[^\x20-\x7e]/g, '')),
    { maxKeys: 2 },
  ),
  authorization: fc.constantFrom(
    ...Array<string>(10).fill('key'),
    'link',
    'link',
    'none',
    'Bearer',
    'Basic eDp5',
    'Bearer \u00e9',
  ),
})
type Hostile = typeof request extends fc.Arbitrary<infer T> ? T : never

// Operations that would delete the test's own key, or wait for events that never come.
const leftOut: ReadonlySet<string> = new Set(['deleteWorkspaceApiKey'])

type Row = (typeof plane.plane.operations)[number]

function toRequest({ path, method: own }: Row, hostile: Hostile): Request {
  const { method, ids, query, body, headers, authorization } = hostile
  let position = 0
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, parameter: string) => {
    const part = ids[position++ % ids.length] ?? ''
    const text = part === 'the right one' ? (known[parameter] ?? '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11') : part
    return encodeURIComponent(text.toWellFormed())
  })
  const asked = method ?? own
  const parameters = new URLSearchParams(query.map(([one, text]) => [one, text.toWellFormed()]))
  const tokens: Readonly<Record<string, string | undefined>> = { key, link: known['link'] }
  const given = Object.hasOwn(tokens, authorization) ? `Bearer ${tokens[authorization]}` : authorization
  return new Request(`http://localhost:4456${filled}?${parameters}`, {
    method: asked,
    headers: { ...headers, ...(given !== 'none' && { authorization: given }) },
    ...(asked !== 'GET' && asked !== 'HEAD' && { body: body.toWellFormed() }),
  })
}

/** Tests every row of the table, also a new one. There are fewer rounds than values, since there are many rows. */
const rounds = Number(process.env['HOSTILE_RUNS'] ?? 25)

describe.each(plane.plane.operations.filter(({ operation }) => !leftOut.has(operation)))('$method $path', (row) => {
  test('keeps the control plane in step, however odd the request @hostile-2', { timeout: 120_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(request, async (hostile) => {
        const answer = await plane.plane.fetch(toRequest(row, hostile))
        expect(answer.status).toBeLessThan(500)
        expect(await answer.text()).not.toMatch(/\bat .*\.ts:\d+|SQLITE/)
        expect(Object.prototype).not.toHaveProperty('polluted')
        expect(Object.keys(Object.prototype)).toEqual([])
      }),
      { numRuns: rounds },
    )
    expect(plane.failures).toEqual([])
  })
})

test('a body past the limit is refused, with or without its length', async () => {
  const body = JSON.stringify({ name: 'x'.repeat(2 * 1024 * 1024) })
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new TextEncoder().encode('x'.repeat(65_536))),
  })
  for (const sent of [body, endless]) {
    const init = { method: 'POST', body: sent, duplex: 'half', headers: { authorization: `Bearer ${key}` } } as const
    expect((await plane.plane.fetch(new Request('http://localhost:4456/workspaces', init))).status).toBe(413)
  }
})

test('a patch cannot blow a document up @hostile-3', async () => {
  const path = `/projects/${plane.projectId}`
  const config = '/services/identity/config'
  const big = { op: 'add', path: `${config}/a`, value: { text: 'x'.repeat(500_000) } }
  const doubling = Array.from({ length: 40 }, (_, index) => ({ op: 'copy', from: config, path: `${config}/n${index}` }))
  const refused = await plane.call('PATCH', path, [big, ...doubling])
  expect([refused.status, refused.body.error.reason]).toEqual([400, expect.stringContaining('too much')])
})

test('deeply nested text is refused before it is walked', async () => {
  const body = `${'['.repeat(50_000)}${']'.repeat(50_000)}`
  const init = { method: 'POST', body, headers: { authorization: `Bearer ${key}` } }
  const answer = await plane.plane.fetch(new Request('http://localhost:4456/workspaces', init))
  expect(answer.status).toBe(400)
})
