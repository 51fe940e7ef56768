import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messageCatalogue } from '@gatehouse/contract/message-catalogue'
import type { Texts } from './catalogues.ts'
import { localeAgreement } from './locale-agreement.ts'
import { localeMessages } from './locale-messages.ts'
import { localeUses, readKeyUses } from './locale-uses.ts'

const english = {
  title: 'Hello, {{name}}',
  ended_one: 'One device.',
  ended_other: '{{count}} devices.',
}

function objections(language: string, texts: Texts): readonly string[] {
  const catalogues = new Map([
    ['en', new Map([['login', english]])],
    [language, new Map([['login', texts]])],
  ])
  return localeAgreement(catalogues, 'en').map((one) => `${one.path} ${one.message}`)
}

test('a faithful translation has the plural forms of its own language', () => {
  expect(
    objections('de', { title: 'Hallo, {{name}}', ended_one: 'Ein Gerät.', ended_other: '{{count}} Geräte.' }),
  ).toEqual([])
  const forms = ['zero', 'one', 'two', 'few', 'many', 'other'].map((form) => [`ended_${form}`, '{{count}} x'])
  expect(objections('ar', { title: '{{name}}', ...Object.fromEntries(forms) })).toEqual([])
})

test.each<[string, Texts, string]>([
  ['a key is missing', { ended_one: '1', ended_other: '{{count}}' }, 'lacks "title"'],
  ['a key is left over', { ...english, old: 'x' }, 'has "old", which nobody else has'],
  ['a placeholder is lost', { ...english, title: 'Hallo' }, '"title" leaves out {{name}}'],
  [
    'a placeholder is misspelt',
    { ...english, title: '{{nmae}} {{name}}' },
    '"title" uses {{nmae}}, which nobody fills in',
  ],
  ['a plural form is missing', { title: '{{name}}', ended_other: '{{count}}' }, 'lacks the plural form "ended_one"'],
  ['a plural form is foreign', { ...english, ended_few: '{{count}}' }, 'has the plural form "ended_few"'],
  ['a text is empty', { ...english, title: ' ' }, '"title" is empty'],
])('%s', (_, texts, expected) => {
  expect(objections('de', texts).join('\n')).toContain(`locales/de/login.json ${expected}`)
})

test('every message of the wire has a text, and no other has', () => {
  const complete = Object.fromEntries(Object.keys(messageCatalogue).map((id) => [id, 'x']))
  expect(localeMessages(complete, 'm.json')).toEqual([])
  const { 1010001: _lost, ...rest } = complete
  expect(localeMessages({ ...rest, 9999999: 'x' }, 'm.json').map((one) => one.message)).toEqual([
    'lacks a text for message 1010001',
    'has a text for 9999999, which is no message of the wire',
  ])
})

test('keys are matched with what the program asks for', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-locales-'))
  await writeFile(
    join(folder, 'page.tsx'),
    'export const page = (step: string) => [t("title"), t(`${step}.lead`), t("login:other"), t("gone"), n("code.title")]',
  )
  const uses = readKeyUses(folder, ['page.tsx'])
  const texts = { title: 'x', 'aal2.lead': 'x', other: 'x', 'code.title': 'x', forgotten: 'x' }
  expect(localeUses(new Map([['login', texts]]), uses, 'locales/en')).toEqual([
    { path: 'locales/en/login.json', message: '"forgotten" is used nowhere' },
    { path: 'page.tsx', line: 1, message: 'asks for the text "gone", which does not exist' },
  ])
  await rm(folder, { recursive: true })
})
