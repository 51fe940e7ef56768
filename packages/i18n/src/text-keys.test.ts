import { expect, test } from 'vitest'
import { oneOf } from './one-of.ts'
import type { KeyPart, TextKey } from './text-keys.ts'
import { translator } from './translator.ts'

const { t } = translator('en')

// The type check of the repository fails here: each line that must not compile says so.
test('only keys of the catalogues can be asked for', () => {
  const asked: string = 'login:title'
  expect(t('login:title')).toBe('Sign in')
  // @ts-expect-error -- no such text
  expect(t('login:titel')).toBe('titel')
  // @ts-expect-error -- in no such catalogue
  expect(t('logon:title')).not.toBe('Sign in')
  // @ts-expect-error -- any text at all is no key
  expect(t(asked)).toBe('Sign in')
  // @ts-expect-error -- plural forms are chosen by `count`
  expect(t('sessions:revoked_all_one')).not.toBe('')
  expect(t('sessions:revoked_all', { count: 2 })).toContain('2')
})

test('a key is built of parts that have texts, all of them', () => {
  const method: KeyPart<'activity', 'method.'> = 'passkey'
  const key: TextKey<'activity'> = `method.${method}`
  expect(t(`activity:${key}`)).toBe('Passkey')
  // @ts-expect-error -- there is no text of this method
  const unknown: KeyPart<'activity', 'method.'> = 'smoke_signals'
  const known = oneOf(['passkey', 'password'], unknown)
  expect(known).toBeUndefined()
})
