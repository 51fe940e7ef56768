import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import type { Resources } from '@gatehouse/i18n/translator'
import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { termProblems, terms } from './terms.ts'

const { resources, languages } = loadCatalogues(join(root, 'locales'))
const codes = languages.map(({ code }) => code)

/** Returns the problems of a language with one of its texts replaced. */
function replaced(code: string, ns: 'settings' | 'mails' | 'console_branding', key: string, text: string) {
  const withText = (lng: string): Resources =>
    lng === code ? { ...resources(lng), [ns]: { ...resources(lng)[ns], [key]: text } } : resources(lng)
  return termProblems(withText, [code])
}

test('every language calls each thing by one name in all its files', () => {
  expect(termProblems(resources, codes)).toEqual([])
  expect(Object.keys(terms).toSorted()).toEqual(codes.toSorted())
})

test.each([
  ['de', 'settings', 'lookup_secret.title', 'Backup-Codes', 'recovery code'],
  ['fr', 'mails', 'second_factor_added.intro', 'Des codes de récupération ou une application', 'recovery code'],
  ['th', 'settings', 'lookup_secret.title', 'รหัสสำรอง', 'recovery code'],
  ['nb', 'settings', 'passkey.title', 'Passnøkler', 'passkey'],
] as const)('in %s a second name for a thing is found, in %s %s', (code, ns, key, text, concept) => {
  expect(replaced(code, ns, key, text)).toEqual([
    expect.stringContaining(`${code}/${ns} ${key}: lacks the term of "${concept}"`),
    expect.stringContaining(`has another name for "${concept}"`),
  ])
})

test.each([
  ['en', 'Recovery code by email'],
  ['de', 'Wiederherstellungscode per E-Mail'],
  ['fr', 'Code de secours par e-mail'],
])('what account recovery sends has another name than codes of the second step, in %s', (code, text) => {
  expect(replaced(code, 'console_branding', 'mail.recovery_code_valid', text)).toEqual([
    expect.stringContaining('has the term of "recovery code", which is something else'),
  ])
})

test.each([
  ['second.title', 'Second factor', 'second step'],
  ['oidc.title', 'Linked accounts', 'connected account'],
])('an English text with another word for a thing is found: %s', (key, text, instead) => {
  expect(replaced('en', 'settings', key, text)).toEqual([expect.stringContaining(`say "${instead}"`)])
})

test.each(['README.md', 'docs/operate.md'])('%s says how many languages there are', (path) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(`${codes.length} languages`)
})
