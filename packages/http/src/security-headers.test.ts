import { expect, test } from 'vitest'
import { newNonce, securityHeaders } from './security-headers.ts'

function headersFor(https: boolean, existing: Record<string, string> = {}): Headers {
  const headers = new Headers({ 'content-type': 'text/html; charset=utf-8', ...existing })
  securityHeaders({ https, additions: { formAction: ['https://accounts.google.com'] } })(headers, () => 'abc')
  return headers
}

test('a page carries each of these headers, and no other @security-headers-4', () => {
  expect(Object.fromEntries(headersFor(true))).toEqual({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'permissions-policy': expect.stringContaining('camera=()'),
    'referrer-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
  })
})

test('an answer that is no page carries each of these headers, and no other @security-headers-5', () => {
  expect(Object.fromEntries(headersFor(true, { 'content-type': 'application/json' }))).toEqual({
    'content-type': 'application/json',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
    'cross-origin-resource-policy': 'same-origin',
    'strict-transport-security': 'max-age=31536000; includeSubDomains',
    'x-content-type-options': 'nosniff',
  })
})

test('pages get a policy without any unsafe source @security-headers-1', () => {
  const policy = headersFor(false).get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'nonce-abc';")
  expect(policy).toContain("style-src 'self' 'nonce-abc';")
  expect(policy).toContain("form-action 'self' https://accounts.google.com")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("base-uri 'none'")
  expect(policy).not.toContain('unsafe')
})

test('an answer that is no page has no rights if a browser opens it as one @security-headers-2', () => {
  const policy = headersFor(false, { 'content-type': 'application/json' }).get('content-security-policy')
  expect(policy).toBe("default-src 'none'; frame-ancestors 'none'; base-uri 'none'")
})

test('only https sites ask browsers to insist on https', () => {
  expect(headersFor(true).get('strict-transport-security')).toContain('max-age=31536000')
  expect(headersFor(false).has('strict-transport-security')).toBe(false)
})

test('a page that brings its own policy keeps it', () => {
  expect(headersFor(false, { 'content-security-policy': 'x' }).get('content-security-policy')).toBe('x')
})

test('passkeys are allowed, every other feature is disabled', () => {
  const policy = headersFor(false).get('permissions-policy')
  expect(policy).toContain('publickey-credentials-get=(self)')
  expect(policy).toContain('camera=()')
})

test('every nonce is new @security-headers-3', () => {
  expect(newNonce()).not.toBe(newNonce())
  expect(newNonce()).toMatch(/^[A-Za-z0-9+/]{24}$/)
})
