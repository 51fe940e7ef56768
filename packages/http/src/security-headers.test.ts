import { expect, test } from 'vitest'
import { addSecurityHeaders, newNonce } from './security-headers.ts'

function headersFor(https: boolean, existing: Record<string, string> = {}): Headers {
  const headers = new Headers(existing)
  addSecurityHeaders(headers, { https, nonce: 'abc', additions: { formAction: ['https://accounts.google.com'] } })
  return headers
}

test('pages get a policy without any unsafe source', () => {
  const policy = headersFor(false).get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'nonce-abc';")
  expect(policy).toContain("style-src 'self';")
  expect(policy).toContain("form-action 'self' https://accounts.google.com")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toContain('unsafe')
})

test('only https sites ask browsers to insist on https', () => {
  expect(headersFor(true).get('strict-transport-security')).toContain('max-age=31536000')
  expect(headersFor(false).has('strict-transport-security')).toBe(false)
})

test('a page that brings its own policy keeps it', () => {
  expect(headersFor(false, { 'content-security-policy': 'x' }).get('content-security-policy')).toBe('x')
})

test('passkeys stay usable, everything else is off', () => {
  const policy = headersFor(false).get('permissions-policy')
  expect(policy).toContain('publickey-credentials-get=(self)')
  expect(policy).toContain('camera=()')
})

test('every nonce is new', () => {
  expect(newNonce()).not.toBe(newNonce())
  expect(newNonce()).toMatch(/^[A-Za-z0-9+/]{24}$/)
})
