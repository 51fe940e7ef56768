import { expect, it } from 'vitest'
import { messageCatalogue } from '@gatehouse/contract/flows'
import { loadCatalogues } from './catalogues.ts'
import { checkCatalogues, unusedKeys } from './check.ts'
import type { Resources } from './create-translator.ts'
import type { LanguageCode } from './languages.ts'

const three = ['en', 'de', 'ar'] as const
const login = (texts: Readonly<Partial<Record<LanguageCode, Resources['login']>>>) => (lng: LanguageCode) => ({
  login: texts[lng] ?? {},
})

it('finds the shipped catalogues complete and in agreement', () => {
  const { resources, languages } = loadCatalogues()
  expect(
    checkCatalogues(
      resources,
      languages.map(({ code }) => code),
    ),
  ).toEqual([])
})

it('has a text for every message of the wire but the titles of traits', () => {
  const { messages = {} } = loadCatalogues().resources('en')
  const keys = new Set(Object.keys(messages).map((key) => key.replace(/_[a-z]+$/, '')))
  expect(Object.keys(messageCatalogue).filter((id) => !keys.has(id))).toEqual(['1070002'])
})

it('reports missing, surplus and blank texts', () => {
  const problems = checkCatalogues(
    login({ en: { a: 'A', b: 'B' }, de: { a: ' ', c: 'C' }, ar: { a: 'ا', b: 'ب' } }),
    three,
  )
  expect(problems).toEqual(['de/login b: missing', 'de/login c: unknown', 'de/login a: blank'])
})

it('wants every catalogue in every language, those of the console too', () => {
  const texts = (entries: Resources['console']) => ({ console: entries ?? {} })
  const all = { en: texts({ a: 'A', b: 'B' }), de: texts({ a: 'A' }), ar: {} }
  const resourcesOf = (lng: string) => all[lng === 'de' || lng === 'ar' ? lng : 'en']
  expect(checkCatalogues(resourcesOf, three)).toEqual([
    'de/console b: missing',
    'ar/console a: missing',
    'ar/console b: missing',
  ])
})

it('reports placeholders that do not agree', () => {
  const problems = checkCatalogues(
    login({ en: { a: 'by {{ip}}' }, de: { a: 'von {{adresse}}' }, ar: { a: 'من {{ip}}' } }),
    three,
  )
  expect(problems).toEqual(['de/login a: lacks {{ip}}', 'de/login a: has {{adresse}}, which nobody fills'])
})

it('reports markup, stray braces and formats that are not those of the original', () => {
  const original = { a: 'on {{when, datetime}}', b: '{{n, number}}', c: 'c', d: '{{x}}' }
  const changed = { a: 'am {{when, number}}', b: '{{n}}', c: '<b>c</b> $t(d)', d: '{{x}} {{y' }
  expect(checkCatalogues(login({ en: original, de: changed }), ['de'])).toEqual([
    'de/login a: formats {{when}} as "number" and not as "datetime"',
    'de/login c: has markup, which is shown as it is: <b>',
    'de/login c: has markup, which is shown as it is: </b>',
    'de/login c: has markup, which is shown as it is: $t(',
    'de/login d: has a brace that belongs to no placeholder',
  ])
})

it('reports plural forms on one side only', () => {
  const pair = { n_one: '{{count}}', n_other: '{{count}}' }
  expect(checkCatalogues(login({ en: pair, de: { n: '{{count}}' } }), ['de'])).toEqual([
    'de/login n: has no plural forms',
  ])
  expect(checkCatalogues(login({ en: { n: 'n' }, de: { n_one: 'n', n_other: 'n' } }), ['de'])).toEqual([
    'de/login n: has plural forms, and the original none',
  ])
})

it('wants the six plural forms of Arabic', () => {
  const pair = { n_one: '{{count}}', n_other: '{{count}}' }
  expect(checkCatalogues(login({ en: pair, de: pair, ar: pair }), three)).toEqual(
    ['zero', 'two', 'few', 'many'].map((form) => `ar/login n_${form}: missing`),
  )
})

it('reports keys that no source names, templates considered', () => {
  const entries = { title: 'x', 'theme.light': 'x', 'csrf.text': 'x', gone: 'x', n_one: 'x', n_other: 'x' }
  const source = "t('title'); t(`theme.${theme}`); t(`${name}.text`); t('login:n')"
  expect(unusedKeys({ login: entries }, [source])).toEqual(['login gone: unused'])
})
