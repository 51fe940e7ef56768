import { expect, it } from 'vitest'
import { loadCatalogues, parseCatalogue } from './catalogues.ts'
import { createTranslator } from './create-translator.ts'
import { translator } from './translator.ts'

it('serves a catalogue with a validator that follows its content', () => {
  const { file } = loadCatalogues()
  expect(JSON.parse(file('de', 'login')?.json ?? '')).toMatchObject({ title: 'Anmelden' })
  expect(file('de', 'login')?.etag).toMatch(/^"[\w-]{22}"$/)
  expect(file('de', 'login')?.etag).toBe(loadCatalogues().file('de', 'login')?.etag)
  expect(file('de', 'login')?.etag).not.toBe(file('en', 'login')?.etag)
})

it.each([
  ['xx', 'login'],
  ['de', 'secrets'],
  ['..', 'package'],
  ['de', '../en/login'],
  ['constructor', 'login'],
])('has nothing for %s/%s', (lng, ns) => expect(loadCatalogues().file(lng, ns)).toBeUndefined())

it('refuses a catalogue that is not flat', () => {
  expect(() => parseCatalogue('{"a":{"b":"c"}}', 'x.json')).toThrow('x.json: "a" is not a string')
  expect(() => parseCatalogue('[]', 'x.json')).toThrow('not a JSON object')
})

it('hands out one translator per language, ready at once', () => {
  expect(translator('ar')).toBe(translator('ar'))
  expect(translator('ar')).toMatchObject({ lng: 'ar', dir: 'rtl' })
  expect(translator('ar').t('login:title')).toBe('تسجيل الدخول')
  expect(translator('en').t('skip')).toBe('Skip to the content')
})

it('fills a gap from the default language', () => {
  const { t } = createTranslator('de', { login: {} }, { login: { title: 'Sign in' } })
  expect(t('login:title')).toBe('Sign in')
})
