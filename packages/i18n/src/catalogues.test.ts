import { cpSync, mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { findLocales, loadCatalogues, parseCatalogue } from './catalogues.ts'
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
  expect(translator('en').t('common:skip')).toBe('Skip to the content')
})

it('fills a gap from the default language', () => {
  const { t } = createTranslator('de', { login: {} }, { login: { title: 'Sign in' } })
  expect(t('login:title')).toBe('Sign in')
})

it('lists the languages by their own names, script by script', () => {
  const { languages, language } = loadCatalogues()
  expect(languages.map(({ code }) => code).join(' ')).toBe(
    'id cs da de en es fr it hu nl nb pl pt ro fi sv vi tr el ru uk he ar fa hi th ko ja zh-Hans',
  )
  expect(languages.filter(({ dir }) => dir === 'rtl').map(({ code }) => code)).toEqual(['he', 'ar', 'fa'])
  expect(language('zh-Hans')).toEqual({ code: 'zh-Hans', dir: 'ltr', endonym: '简体中文' })
  expect(language('constructor')).toBeUndefined()
})

it('finds a language by its folder, whatever it has texts of', () => {
  const folder = copyOfLocales()
  mkdirSync(join(folder, 'dv'))
  writeFileSync(join(folder, 'dv', 'common.json'), '{"language_name":"ދިވެހި"}')
  const { language, file, resources } = loadCatalogues(folder)
  expect(language('dv')).toEqual({ code: 'dv', dir: 'rtl', endonym: 'ދިވެހި' })
  expect(file('dv', 'login')).toBeUndefined()
  expect(resources('dv', ['login'])).toEqual({ login: {} })
})

it('stops at a folder whose name is no language, and says how to name it', () => {
  const folder = copyOfLocales()
  mkdirSync(join(folder, 'zh_hans'))
  expect(() => loadCatalogues(folder)).toThrow(/zh_hans is not the folder of a language: name it by a BCP 47 code/)
})

function copyOfLocales(): string {
  const folder = mkdtempSync(join(tmpdir(), 'locales-'))
  cpSync(findLocales(), folder, { recursive: true })
  return folder
}
