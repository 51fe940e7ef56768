import fc from 'fast-check'
import { expect, test } from 'vitest'

import { Secret } from '@gatehouse/platform/secrets'
import { createSeals, openOrThrow } from './sealed.ts'

const [old, fresh] = [new Secret('an-older-secret-of-32-characters'), new Secret('the-newest-secret-of-32-chars-00')]
const seals = createSeals([old])

test('a sealed text opens, each seal looks different, and the text is not in it @sealed-1', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), fc.string(), (plain, context) => {
      expect(seals.open(seals.seal(plain, context), context)).toBe(plain.toWellFormed())
    }),
  )
  const [a, b] = [seals.seal('JBSWY3DPEHPK3PXP', 'x'), seals.seal('JBSWY3DPEHPK3PXP', 'x')]
  expect(a).not.toBe(b)
  expect(Buffer.from(a.slice(3), 'base64url').toString('latin1')).not.toContain('JBSWY3DP')
})

test('a new secret in front: old seals open, new ones need the new secret', () => {
  const rotated = createSeals([fresh, old])
  expect(rotated.open(seals.seal('kept', 'x'), 'x')).toBe('kept')
  expect(seals.open(rotated.seal('new', 'x'), 'x')).toBeUndefined()
  expect(createSeals([fresh]).open(seals.seal('kept', 'x'), 'x')).toBeUndefined()
})

test('one changed bit, a cut, another context or version, and nonsense do not open @sealed-2', () => {
  const sealed = seals.seal('secret', 'totp of ada')
  const bytes = Buffer.from(sealed.slice(3), 'base64url')
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes)
    changed.writeUInt8((changed[index] ?? 0) ^ 1, index)
    expect(seals.open(`v1.${changed.toString('base64url')}`, 'totp of ada')).toBeUndefined()
    expect(seals.open(`v1.${bytes.subarray(0, index).toString('base64url')}`, 'totp of ada')).toBeUndefined()
  }
  expect(seals.open(sealed, 'totp of eve')).toBeUndefined()
  for (const odd of ['', 'v1.', `v2.${sealed.slice(3)}`, 'secret', 'v1.%%%'])
    expect(seals.open(odd, 'x')).toBeUndefined()
  expect(() => openOrThrow(seals, sealed, 'totp of eve')).toThrow('totp of eve cannot be opened')
})

test('there is no sealing without a secret', () => {
  expect(() => createSeals([])).toThrow('secrets.cipher is empty')
})
