import { expect, it } from 'vitest'
import { namespacesOf } from './namespaces.ts'
import { textsOf } from './language.server.ts'
import { textsOfPage } from './page-texts.ts'
import type { Values } from './text-source.ts'

/** Texts that no catalogue has. */
type Loose = (key: string, values?: Values) => string

it('fills placeholders and chooses plural forms as the language does', () => {
  const resources = JSON.stringify({
    sessions: { hello: 'Hello, {{ name }}', gone_one: '{{count}} device', gone_other: '{{count}} devices' },
  })
  const say = textsOfPage({ language: 'en', resources, reportMissing: false }).texts('sessions') as Loose
  expect(say('hello', { name: '<Ada>' })).toBe('Hello, <Ada>')
  expect(say('gone', { count: 1 })).toBe('1 device')
  expect(say('gone', { count: 2 })).toBe('2 devices')
  expect(say('nothing')).toBe('nothing')
})

it('knows all six plural forms of Arabic', () => {
  const texts = textsOfPage({
    language: 'ar',
    resources: textsOf('ar', namespacesOf('/sessions')),
    reportMissing: false,
  })
  const say = texts.texts('sessions')
  const forms = [0, 1, 2, 3, 11, 100].map((count) => say('revoked_all', { count }))
  expect(new Set(forms).size).toBe(6)
  expect(forms.filter((text) => text.startsWith('revoked_all'))).toEqual([])
})

it('writes numbers in the digits and groups of the language if a text asks for that', () => {
  const resources = JSON.stringify({ sessions: { n: '{{count, number}}', plain: '{{count}}' } })
  const say = (language: string) =>
    textsOfPage({ language, resources, reportMissing: false }).texts('sessions') as Loose
  expect(say('de')('n', { count: 12345 })).toBe('12.345')
  expect(say('fa')('n', { count: 12345 })).toBe('۱۲٬۳۴۵')
  expect(say('fa')('plain', { count: 12345 })).toBe('12345')
})

it('sends a page its own texts and no others', () => {
  expect(Object.keys(JSON.parse(textsOf('de', namespacesOf('/login'))))).toEqual(['common', 'login'])
  expect(Object.keys(JSON.parse(textsOf('de', namespacesOf('/nowhere'))))).toEqual(['common'])
})
