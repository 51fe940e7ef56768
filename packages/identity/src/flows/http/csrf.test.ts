import fc from 'fast-check'
import { expect, test } from 'vitest'

import { createTestService } from '../../service.fixture.ts'
import { createCsrfCookies, csrfRefusal, maskCsrfSecret, newCsrfSecret, unmasksTo } from './csrf.ts'

const cookies = { domain: undefined, path: '/', sameSite: 'Lax', secure: true } as const

test('the cookie is named after the service and hidden from scripts @csrf-1', () => {
  const csrf = createCsrfCookies({ publicBaseUrl: 'http://127.0.0.1:24433', cookies })
  const line = csrf.write(newCsrfSecret())
  expect(line).toMatch(/^csrf_token_72ee81ac8d4129fcd865cb842b1821c3144b372fdeedcea83134de441eb365f7=/)
  for (const part of ['Max-Age=31536000', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Lax']) expect(line).toContain(part)
})

test('reads what it has written, and nothing else', () => {
  const csrf = createCsrfCookies({ publicBaseUrl: 'https://id.test', cookies })
  const secret = newCsrfSecret()
  const [name = '', value = ''] = csrf.write(secret).split(';', 1)[0]?.split(/=(.*)/s) ?? []
  expect(csrf.read({ [name]: value })?.hash).toBe(secret.hash)
  for (const odd of ['', 'x', value.slice(4), `AAAA${value}`]) expect(csrf.read({ [name]: odd })).toBeUndefined()
})

test('every mask of a secret unmasks to it, and to no other', () => {
  const [own, other] = [newCsrfSecret(), newCsrfSecret()]
  const tokens = Array.from({ length: 50 }, () => maskCsrfSecret(own))
  expect(new Set(tokens).size).toBe(50)
  expect(tokens.every((token) => unmasksTo(token, own) && !unmasksTo(token, other))).toBe(true)
})

test('any other text is no token', () => {
  const secret = newCsrfSecret()
  fc.assert(fc.property(fc.string(), (text) => !unmasksTo(text, secret)))
  expect(unmasksTo(Buffer.alloc(64).toString('base64'), secret)).toBe(false)
})

test('each failure has its own reason, and all are 403', () => {
  const [secret, other] = [newCsrfSecret(), newCsrfSecret()]
  const headers = new Headers({ cookie: 'a=b' })
  const boundTo = secret.hash
  const token = maskCsrfSecret(secret)
  const refusals = [
    csrfRefusal({ headers: new Headers(), secret: undefined, boundTo, token }, 'cookie and token'),
    csrfRefusal({ headers, secret: undefined, boundTo, token }, 'cookie and token'),
    csrfRefusal({ headers, secret, boundTo }, 'cookie and token'),
    csrfRefusal({ headers, secret, boundTo, token: 'x' }, 'cookie and token'),
    csrfRefusal({ headers, secret: other, boundTo, token: maskCsrfSecret(other) }, 'cookie and token'),
    csrfRefusal({ headers, secret: other, boundTo }, 'cookie'),
  ]
  expect(refusals.map((refusal) => refusal?.code)).toEqual([403, 403, 403, 403, 403, 403])
  expect(new Set(refusals.map((refusal) => refusal?.details?.['reject_reason'])).size).toBe(5)
  // A read has no token that could be wrong.
  expect(refusals.at(-1)?.details).not.toHaveProperty('reject_reason')
  expect(csrfRefusal({ headers, secret, boundTo, token }, 'cookie and token')).toBeUndefined()
  expect(csrfRefusal({ headers: new Headers(), secret: undefined, boundTo: undefined }, 'cookie')).toBeUndefined()
})

test('a browser flow that is read again carries another mask of the same secret', async () => {
  const { fetch } = await createTestService()
  const begun = await fetch('/self-service/login/browser')
  const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const read = async () =>
    (await fetch(`/self-service/login/flows?id=${begun.body.id}`, { headers: { cookie } })).body.ui.nodes
      .map(({ attributes }: { attributes: { name: string; value: string } }) => attributes)
      .filter(({ name }: { name: string }) => name === 'csrf_token')
      .map(({ value }: { value: string }) => value)
  const tokens: readonly string[] = [...(await read()), ...(await read()), ...(await read())]
  expect(new Set(tokens).size).toBe(3)
  const name = cookie.slice(0, cookie.indexOf('='))
  const secret = Buffer.from(decodeURIComponent(cookie.slice(name.length + 1)), 'base64')
  const { hash } = newCsrfSecret()
  expect(tokens.every((token) => unmasksTo(token, { bytes: secret, hash }))).toBe(true)
})

test.each([
  ['login', { identifier: 'ada@example.org' }],
  ['registration', { 'traits.email': 'ada@example.org' }],
  ['recovery', { email: 'ada' }],
])('another browser neither sees nor changes the form of a %s @csrf-2', async (kind, fields) => {
  const { fetch } = await createTestService({ selfservice: { flows: { recovery: { enabled: true } } } })
  const begun = await fetch(`/self-service/${kind}/browser`)
  const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
  const [name = ''] = cookie.split('=', 1)
  const read = async () => {
    const { messages, nodes } = (
      await fetch(`/self-service/${kind}/flows?id=${begun.body.id}`, { headers: { cookie } })
    ).body.ui
    return [
      messages,
      nodes.filter(({ attributes }: { attributes: { name: string } }) => attributes.name !== 'csrf_token'),
    ]
  }
  const before = await read()
  const bodies = ['{', '{}', '{"method":"telepathy"}', JSON.stringify({ method: 'password', ...fields })]
  for (const other of ['', `${name}=${newCsrfSecret().bytes.toString('base64')}`]) {
    for (const body of bodies) {
      const headers = { 'content-type': 'application/json', ...(other !== '' && { cookie: other }) }
      const answer = await fetch(`/self-service/${kind}?flow=${begun.body.id}`, { method: 'POST', headers, body })
      expect([body, answer.status, answer.body.error?.id]).toEqual([body, 403, 'security_csrf_violation'])
    }
  }
  expect(await read()).toEqual(before)
})

test.each(['registration', 'recovery', 'verification'])(
  'a wrong token changes nothing in the form of a %s, whatever the fields are @csrf-3',
  async (kind) => {
    const { fetch } = await createTestService({
      selfservice: { flows: { recovery: { enabled: true }, verification: { enabled: true } } },
    })
    const begun = await fetch(`/self-service/${kind}/browser`)
    const cookie = begun.headers.get('set-cookie')?.split(';', 1)[0] ?? ''
    const read = async () => {
      const { messages, nodes } = (
        await fetch(`/self-service/${kind}/flows?id=${begun.body.id}`, { headers: { cookie } })
      ).body.ui
      return [messages, nodes.map(({ messages: own }: { messages: unknown }) => own)]
    }
    const before = await read()
    const body = JSON.stringify({
      method: 'telepathy',
      email: 'nonsense',
      traits: { email: 'nonsense' },
      csrf_token: 'wrong',
    })
    const headers = { 'content-type': 'application/json', cookie }
    const answer = await fetch(`/self-service/${kind}?flow=${begun.body.id}`, { method: 'POST', headers, body })
    expect([answer.status, answer.body.error?.id]).toEqual([403, 'security_csrf_violation'])
    expect(await read()).toEqual(before)
  },
)
