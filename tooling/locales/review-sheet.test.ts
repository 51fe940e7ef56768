import { loadCatalogues } from '@gatehouse/i18n/catalogues'
import { expect, test } from 'vitest'
import { reviewRows, reviewSheet } from './review-sheet.ts'

const english = {
  login: { title: 'Sign in', intro: 'to {{brand}}', n_one: '{{count}} day', n_other: '{{count}} days' },
}

test('a reviewer sees every text beside the English one, with its faults', () => {
  const own = { login: { title: 'Sign in', intro: 'do', n_few: '{{count}} dny', gone: 'Pryč' } }
  expect(reviewRows(english, own).map(({ key, english: original, status }) => [key, original, status])).toEqual([
    ['login:title', 'Sign in', 'same as English'],
    ['login:intro', 'to {{brand}}', 'lacks {{brand}}'],
    ['login:n_few', '{{count}} days', 'translated'],
    ['login:gone', '', 'only here'],
  ])
  const signs = { login: { none: '–', name: '{{name}}' } }
  expect(reviewRows(signs, signs).map(({ status }) => status)).toEqual(Array(2).fill('nothing to translate'))
  expect(reviewRows(english, { login: {} }).map(({ status }) => status)).toEqual(Array(4).fill('missing'))
})

test('the sheet keeps commas, quotes and line breaks, and lets no text be a formula @review-sheet-1', () => {
  const row = { key: 'login:title', english: 'a, "b"\nc', translation: '=1+1', status: 'translated', remark: '' }
  expect(reviewSheet([row])).toBe(
    '\uFEFFkey,english,translation,status,remark\nlogin:title,"a, ""b""\nc",\'=1+1,translated,\n',
  )
})

test('the shipped languages have nothing missing and nothing broken', () => {
  const { resources } = loadCatalogues()
  const statuses = new Set(reviewRows(resources('en'), resources('ar')).map(({ status }) => status))
  expect([...statuses].toSorted()).toEqual(['nothing to translate', 'only here', 'translated'])
})
