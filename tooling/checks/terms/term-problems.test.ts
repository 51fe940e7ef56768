import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import type { Resources } from '@gatehouse/i18n/translator'
import { expect, test } from 'vitest'
import { root } from '../../runners/tool.ts'
import { concepts } from './concepts.ts'
import { retiredTermProblems, termProblems } from './term-problems.ts'
import { terms } from './terms.ts'

const { resources, languages } = loadCatalogues(join(root, 'locales'))
const codes = languages.map(({ code }) => code)

type Replaced = 'settings' | 'mails' | 'welcome' | 'console_branding' | 'console'

/** Returns the catalogues with one text of a language replaced. */
function replaced(code: string, ns: Replaced, key: string, text: string) {
  return (lng: string): Resources =>
    lng === code ? { ...resources(lng), [ns]: { ...resources(lng)[ns], [key]: text } } : resources(lng)
}

test('every language has its terms, and no row of a removed language is left', () => {
  expect(Object.keys(terms).toSorted()).toEqual(codes.toSorted())
})

test.each(codes)('%s calls each thing by one name in all its files', (code) => {
  expect(termProblems(resources, [code])).toEqual([])
})

test('every term is wanted by some text, so that none is there for nothing', () => {
  const texts = Object.values(resources('en')).flatMap((catalogue) => Object.values(catalogue))
  for (const [name, { said }] of Object.entries(concepts))
    expect([name, texts.some((text) => said.test(text))]).toEqual([name, true])
})

test.each([
  ['de', 'settings', 'lookup_secret.title', 'Backup-Codes', 'recoveryCodes'],
  [
    'fr',
    'mails',
    'second_factor_added.intro',
    'Des codes de récupération ou une application d’authentification',
    'recoveryCodes',
  ],
  ['nb', 'welcome', 'notme.check_about', 'Se etter passnøkler og tilkoblede kontoer', 'passkey'],
  ['it', 'settings', 'remove.by_code', 'Codice via email', 'email'],
  ['th', 'settings', 'lookup_secret.title', 'รหัสสำรอง', 'recoveryCodes'],
  ['de', 'settings', 'oidc.title', 'Verknüpfte Konten', 'connectedAccount'],
  ['fr', 'console', 'sign_in.aal2.set_up', 'Configurer un second facteur', 'secondStep'],
] as const)('in %s a second name for a thing is found, in %s %s', (code, ns, key, text, concept) => {
  expect(termProblems(replaced(code, ns, key, text), [code])).toEqual([
    expect.stringContaining(`${code}/${ns} ${key}: lacks the term of "${concept}"`),
    expect.stringContaining(`has another name for "${concept}"`),
  ])
})

test.each([
  ['en', 'Recovery code by email'],
  ['de', 'Wiederherstellungscode per E-Mail'],
  ['fr', 'Code de secours par e-mail'],
])('what account recovery sends has another name than codes of the second step, in %s', (code, text) => {
  expect(termProblems(replaced(code, 'console_branding', 'mail.recovery_code_valid', text), [code])).toEqual([
    expect.stringContaining('has the term of "recoveryCodes", which is something else'),
  ])
})

test('no English text has a word that was given up', () => {
  expect(retiredTermProblems(resources('en'))).toEqual([])
})

test.each([
  ['settings', 'second.title', 'Second factor', 'second step'],
  ['console', 'nav.mails', 'Mails', 'email'],
  ['settings', 'oidc.title', 'Linked accounts', 'connected account'],
  ['welcome', 'address.title', 'Confirm your address', 'verify an address'],
  ['settings', 'remove.mail', 'We will tell you by email that it was removed.', 'don’t, isn’t, can’t, you’re, we’ll'],
  ['settings', 'remove.keep', 'Do not remove it', 'don’t, isn’t, can’t, you’re, we’ll'],
  ['mails', 'closing.keep_code', 'Never give this code to anyone.', 'never share'],
  ['settings', 'second.intro', "The first isn't enough.", 'the typographic apostrophe ’'],
  ['mails', 'recovery_code.subject', '{{code}} is your code to get back into your account', 'recover the account'],
] as const)('a word that was given up is found in %s %s', (ns, key, text, instead) => {
  expect(retiredTermProblems(replaced('en', ns, key, text)('en'))).toEqual([
    expect.stringContaining(`say "${instead}"`),
  ])
})

test('the console has no contractions', () => {
  const formal = replaced('en', 'console', 'nav.mails', 'It does not work.')
  expect(retiredTermProblems(formal('en'))).toEqual([])
})

test('a text that leaves the thing out is found', () => {
  expect(termProblems(replaced('ja', 'settings', 'passkey.title', '鍵'), ['ja'])).toHaveLength(1)
})

test.each(['README.md', 'docs/operate.md'])('%s says how many languages there are', (path) => {
  expect(readFileSync(join(root, path), 'utf8')).toContain(`${codes.length} languages`)
})
