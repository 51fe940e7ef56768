import { expect, test } from 'vitest'
import { qrPicture } from './index.ts'
import { createKey, readKey, stepOf } from './key.ts'

test.each([
  ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP', true],
  ['otpauth://totp/Shop:ada?secret=JBSWY3DPEHPK3PXP&issuer=Shop&algorithm=SHA256&digits=8&period=60', true],
  ['otpauth://hotp/x?secret=JBSWY3DPEHPK3PXP&counter=1', false],
  ['otpauth://totp/x?secret=JBSW', false],
  ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&digits=4', false],
  ['otpauth://totp/x?secret=JBSWY3DPEHPK3PXP&period=0', false],
  ['otpauth://totp/x', false],
  ['https://example.org', false],
  ['', false],
])('the key of %s can be used: %s', (url, usable) => {
  expect(readKey(url) !== undefined).toBe(usable)
})

test('a new key has 160 bits, and names with colons and spaces stay intact in its address @key-1', () => {
  const key = createKey('Example: shop', 'ada lovelace@example.org')
  expect(key.secret.bytes).toHaveLength(20)
  const again = readKey(key.toString())
  expect([again?.issuer, again?.label]).toEqual(['Example  shop', 'ada lovelace@example.org'])
  expect(again?.secret.base32).toBe(key.secret.base32)
})

test('no name is too long or too odd for the picture', () => {
  for (const name of ['x'.repeat(5000), '\u{1f511}'.repeat(2000), `${'x'.repeat(39)}\u{1f511}`, '\ud800', '']) {
    expect(qrPicture(createKey(name, name).toString())).toMatch(/^data:image\/png;base64,/)
  }
})

// RFC 6238, appendix B: the secret is the text 12345678901234567890.
test.each([
  [59_000, '287082'],
  [1_111_111_109_000, '081804'],
  [2_000_000_000_000, '279037'],
])('the code at %i is the one of the standard', (now, code) => {
  const key = createKey('x', 'x', 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ')
  expect(stepOf(key, code, now)).toBe(Math.floor(now / 30_000))
  for (const odd of ['', '28708', '2870822', 'abcdef', code.replace(/^./, 'x')]) {
    expect(stepOf(key, odd, now)).toBeUndefined()
  }
})
