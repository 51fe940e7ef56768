import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

import { createHarness, messages, service, type Harness } from '../flow-harness.fixture.ts'

let harness: Harness
let email = 0
const kinds = ['login', 'registration', 'recovery', 'verification', 'settings'] as const
let token: string

beforeAll(async () => {
  harness = await createHarness()
  await harness.account('ada@example.org')
  token = (await harness.app().signIn('ada@example.org')).body.session_token
})
afterAll(() => harness.stop())

async function submit(kind: (typeof kinds)[number], body: BodyInit | null, contentType?: string, type = 'api') {
  const session: Record<string, string> = kind === 'settings' ? { 'x-session-token': token } : {}
  const start = new Request(`${service}/self-service/${kind}/${type}`, {
    headers: { accept: 'application/json', ...session },
  })
  const flow = await (await harness.raw(start)).json()
  const headers = {
    ...session,
    accept: 'application/json',
    ...(contentType !== undefined && { 'content-type': contentType }),
  }
  const response = await harness.raw(new Request(flow.ui.action, { method: 'POST', headers, body }))
  const text = await response.text()
  return { status: response.status, body: text === '' ? undefined : JSON.parse(text), text }
}

describe.each(kinds)('%s', (kind) => {
  test.each([
    ['no body', null, 'application/json'],
    ['no content type', new Uint8Array([120]), undefined],
    ['half a JSON', '{"method":', 'application/json'],
    ['a JSON list', '[]', 'application/json'],
    ['a JSON text', '"x"', 'application/json'],
    ['plain text', 'x', 'text/plain'],
    ['bytes that are no text', new Uint8Array([0xff, 0xfe, 0x00]), 'application/json'],
    ['a broken multipart', 'x', 'multipart/form-data; boundary=x'],
    ['a multipart without boundary', 'x', 'multipart/form-data'],
    ['JSON nested deeply', `{"a":${'['.repeat(50_000)}${']'.repeat(50_000)}}`, 'application/json'],
    ['a form with too many fields', 'a=1&'.repeat(2000), 'application/x-www-form-urlencoded'],
  ])('%s', async (_name, body, contentType) => {
    const answer = await submit(kind, body, contentType)
    expect([answer.status, messages(answer.body)]).toEqual([400, [4000001]])
  })

  test('names that reach for prototypes @bodies-1', async () => {
    const bodies: readonly [body: string, contentType: string][] = [
      ['{"__proto__":{"method":"password"},"constructor":{"prototype":{"x":1}}}', 'application/json'],
      ['{"method":"password","traits":{"__proto__":{"email":"a@b.c"}}}', 'application/json'],
      ['__proto__.method=code&constructor.prototype.x=1&traits.__proto__.email=a', 'application/x-www-form-urlencoded'],
      ['method=profile&traits.constructor.prototype.y=1&traits.=x&.=1', 'application/x-www-form-urlencoded'],
    ]
    for (const [body, contentType] of bodies) expect((await submit(kind, body, contentType)).status).toBe(400)
    expect(Object.keys(Object.prototype)).toEqual([])
    expect(({} as Record<string, unknown>)['x']).toBeUndefined()
  })

  test('long fields are refused and not stored, longer bodies are not read', async () => {
    const long = 'x'.repeat(150_000)
    const body = {
      method: 'password',
      identifier: long,
      password: long,
      email: long,
      code: long,
      traits: { email: long },
    }
    for (const method of ['password', 'code', 'profile', 'identifier_first']) {
      const answer = await submit(kind, JSON.stringify({ ...body, method }), 'application/json')
      expect([400, 404, 200]).toContain(answer.status)
      expect(answer.text.length).toBeLessThan(100_000)
    }
    expect((await submit(kind, 'x'.repeat(1_100_000), 'application/json')).status).toBe(413)
  })

  test('any JSON gets an answer of the wire', { timeout: 120_000 }, async () => {
    const names = [
      'method',
      'identifier',
      'password',
      'email',
      'code',
      'resend',
      'traits',
      'screen',
      'address',
      'csrf_token',
    ]
    const method = fc.constantFrom('password', 'code', 'profile', 'identifier_first', 'totp', 'link', '', null, 1)
    const traits = fc.dictionary(
      fc.constantFrom('email', 'name', 'age', 'news', 'first', '__proto__', 'x'),
      fc.jsonValue(),
    )
    const body = fc
      .dictionary(fc.constantFrom(...names), fc.jsonValue({ maxDepth: 3 }))
      .chain((rest) =>
        fc.record({ method, traits: fc.oneof(traits, fc.jsonValue()) }).map((own) => ({ ...rest, ...own })),
      )
    await fc.assert(
      fc.asyncProperty(body, async (fields) => {
        const answer = await submit(kind, JSON.stringify(fields), 'application/json')
        expect([200, 400, 404]).toContain(answer.status)
        expect(answer.text).not.toContain('node_modules')
      }),
      { numRuns: 60 },
    )
  })
})

test('multipart forms are forms', async () => {
  email += 1
  const form = new FormData()
  form.set('method', 'password')
  form.set('password', 'correct-Horse-battery-9')
  form.set('traits.email', `multipart${email}@example.org`)
  form.set('traits.age', '20')
  form.set('file', new Blob(['x']), 'x.txt')
  const request = new Request('http://x.test', { method: 'POST', body: form })
  const answer = await submit('registration', await request.arrayBuffer(), request.headers.get('content-type') ?? '')
  expect([answer.status, answer.body.identity.traits.age]).toEqual([200, 20])
})

test('a checkbox counts by its last value', async () => {
  const fields =
    'method=password&password=correct-Horse-battery-9&traits.email=box@example.org&traits.news=false&traits.news=true'
  const answer = await submit('registration', fields, 'application/x-www-form-urlencoded')
  expect(answer.body.identity.traits.news).toBe(true)
})
