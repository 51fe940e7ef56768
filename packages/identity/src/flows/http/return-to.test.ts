import { describe, expect, test } from 'vitest'

import { createReturnUrls } from './return-to.ts'

const after = { defaultReturnUrl: undefined, hooks: [], methods: {} }

function urls(...allowedReturnUrls: string[]) {
  const selfservice = { defaultReturnUrl: 'https://app.test/', allowedReturnUrls }
  // Only these keys are read; the rest of the configuration has no effect.
  return createReturnUrls({ publicBaseUrl: 'https://id.test/auth', selfservice } as unknown as Parameters<
    typeof createReturnUrls
  >[0])
}

describe('the allow-list', () => {
  test.each([
    ['https://app.test/', 'https://app.test/'],
    ['https://APP.test/deep?x=1#y', 'https://app.test/deep?x=1#y'],
    ['/relative/path', 'https://app.test/relative/path'],
    ['https://eu.friend.test/in', 'https://eu.friend.test/in'],
    ['https://a.b.friend.test/in/deeper', 'https://a.b.friend.test/in/deeper'],
    ['https://id.test/auth/self-service/settings', 'https://id.test/auth/self-service/settings'],
    ['native://done', 'native://done'],
    ['native://done?code=1', 'native://done?code=1'],
  ])('%s', (wanted, resolved) => {
    expect(urls('https://app.test/', 'https://*.friend.test/in', 'native://done').resolve(wanted)).toBe(resolved)
  })
})

describe('how open redirects are tried @return-to-1', () => {
  test.each([
    'https://evil.test/',
    '//evil.test/',
    '///evil.test/',
    '/\\evil.test/',
    '\\\\evil.test/',
    'https:\\\\evil.test/',
    'https:evil.test',
    'https:///evil.test/',
    'https://app.test@evil.test/',
    'https://app.test:pass@evil.test/',
    'https://user@app.test/',
    'https://app.test.evil.test/',
    'https://evilapp.test/',
    'https://friend.test/in',
    'https://.friend.test/in',
    'https://evilfriend.test/in',
    'https://eu.friend.test/inner',
    'https://eu.friend.test/in/../out',
    'https://eu.friend.test/in/%2e%2e/out',
    'https://id.test/authority',
    'https://id.test/auth/../other',
    'https://app.test:8443/',
    'http://app.test/',
    'javascript:alert(1)',
    'javascript://app.test/%0aalert(1)',
    'data:text/html,x',
    ' https://app.test/',
    'https://app.test/\nx',
    '/\t/evil.test',
    '/\u0000',
    'native://other',
    'relative',
    '?x=1',
    '',
  ])('%j', (wanted) => {
    expect(urls('https://app.test/', 'https://*.friend.test/in', 'native://done').resolve(wanted)).toBeUndefined()
  })

  test('an empty allow-list allows the service itself only', () => {
    expect(urls().resolve('https://app.test/')).toBeUndefined()
    expect(urls().resolve('https://id.test/auth/x')).toBe('https://id.test/auth/x')
  })
})

test('a stored address is checked again at the end of the flow @return-to-2', () => {
  const now = urls('https://app.test/')
  expect(now.after('https://gone.test/', after)).toBe('https://app.test/')
  expect(now.after('https://app.test/own', after)).toBe('https://app.test/own')
})

test('the method, then the flow, then the fallback', () => {
  const methods = { password: { defaultReturnUrl: 'https://app.test/password', hooks: [] } }
  const some = { defaultReturnUrl: 'https://app.test/flow', hooks: [], methods }
  expect(urls().after(undefined, some, 'password')).toBe('https://app.test/password')
  expect(urls().after(undefined, some, 'code')).toBe('https://app.test/flow')
  expect(urls().after(undefined, after, 'code', 'https://app.test/fallback')).toBe('https://app.test/fallback')
  expect(urls().after(undefined, after)).toBe('https://app.test/')
})
