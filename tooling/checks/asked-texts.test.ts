import { expect, test } from 'vitest'
import { askedTexts, namesOfKeys } from './asked-texts.ts'

const keys = namesOfKeys({ login: { title: 'x', ended_one: 'x', ended_other: 'x' }, common: { skip: 'x' } })

test('texts that exist may be asked for, by namespace or without, plural forms by their common name', () => {
  const program = `t('title'); t('login:title'); t('skip'); t('ended', { count }); t(\`\${step}.lead\`); other('gone')`
  expect(askedTexts('page.tsx', program, keys)).toEqual([])
})

test('a text that no catalogue has is found with its place', () => {
  expect(askedTexts('page.tsx', `const a = 1\nexport const b = <p>{t('titel')}</p>`, keys)).toEqual([
    { path: 'page.tsx', line: 2, message: 'asks for the text "titel", which no catalogue has' },
  ])
})
