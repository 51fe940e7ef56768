import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { printed } from '../finding.ts'
import { countByArea, differences, lowered } from './compare-allowance.ts'
import { retiredWordsIn } from './vocabulary.ts'

const folders: string[] = []
afterEach(() => Promise.all(folders.splice(0).map((folder) => rm(folder, { recursive: true }))))

async function found(files: Readonly<Record<string, string>>): Promise<readonly string[]> {
  const root = await mkdtemp(join(tmpdir(), 'gatehouse-vocabulary-'))
  folders.push(root)
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), text)
  }
  return retiredWordsIn(root, Object.keys(files)).map((finding) => printed(finding).split(';')[0] ?? '')
}

test.each([
  ['a folder', { 'apps/gateway/src/desk/mail.ts': '' }, 'apps/gateway/src/desk/mail.ts the path says "desk"'],
  ['a file', { 'apps/cli/src/put-aside.ts': '' }, 'apps/cli/src/put-aside.ts the path says "put aside"'],
  ['an exported name', { 'a.ts': '\nexport const openDoor = 1' }, 'a.ts:2 the name openDoor'],
  ['a local name', { 'a.ts': 'export function f() {\n  const told = 1\n  return told\n}' }, 'a.ts:2 the name told'],
  ['a type', { 'a.ts': 'export interface ConfigRoom {}' }, 'a.ts:1 the name ConfigRoom'],
  ['a property', { 'a.ts': 'export const a = { placeOf: 1 }' }, 'a.ts:1 the name placeOf'],
  ['a constant', { 'a.ts': 'export const FIRST_PLACE = 1' }, 'a.ts:1 the name FIRST_PLACE'],
  ['a kind', { 'a.ts': "export const a = { kind: 'elsewhere' }" }, 'a.ts:1 the name elsewhere'],
  ['an attribute', { 'a.tsx': 'export const a = <b room="1" />' }, 'a.tsx:1 the name room'],
  ['a comment', { 'a.ts': '/**\n * What it was told.\n */\nexport const a = 1' }, 'a.ts:2 "told" in a sentence'],
  ['a title', { 'a.test.ts': "test('nobody gets in', () => {})" }, 'a.test.ts:1 "nobody" in a sentence'],
  [
    'a title of many',
    { 'a.test.ts': "test.each([1])('it is led to %s', () => {})" },
    'a.test.ts:1 "led to" in a sentence',
  ],
  [
    'a title made of parts',
    { 'a.test.ts': 'describe(`the desk of ${1}`, () => {})' },
    'a.test.ts:1 "desk" in a sentence',
  ],
  ['a document', { 'docs/a.md': '# Title\n\nHe puts it aside.' }, 'docs/a.md:3 "puts it aside" in a sentence'],
  ['a style', { 'a.css': 'a {}\n/* the places */' }, 'a.css:2 "the places" in a sentence'],
  ['a profile', { 'a.yml': 'a: 1 # for nobody' }, 'a.yml:1 "nobody" in a sentence'],
])('a retired word is found in %s', async (_, files, finding) => {
  expect(await found(files)).toEqual([finding])
})

test.each([
  ['a part of another word', { 'a.ts': 'export const placeholder = replaceAll' }],
  ['ordinary English', { 'a.ts': '// Redirects because the caller may leave. It takes place in place of the other.' }],
  ['the name of somebody else', { 'a.ts': 'export const a = { onMouseLeave: 1 }' }],
  ['code in a document', { 'a.md': '`desk` and\n```sh\ndesk\n```\nand [a link](desk.md)' }],
  ['an imported path, which is judged by itself', { 'a.ts': "import './desk/a.ts'\nexport * from './desk/b.ts'" }],
  ['sentences in the program, which are texts', { 'a.ts': "export const a = 'nobody is there'" }],
  ['translations', { 'locales/en/desk.json': '{}' }],
])('%s is no retired word', async (_, files) => {
  expect(await found(files)).toEqual([])
})

describe('the allowance', () => {
  const two = [
    { path: 'apps/cli/src/a.ts', message: 'one' },
    { path: 'apps/cli/src/b.ts', message: 'two' },
  ]

  test('is counted by area', () => {
    expect(countByArea([...two, { path: 'README.md', message: 'three' }])).toEqual({ '.': 1, 'apps/cli': 2 })
  })

  test('passes with the present counts', () => {
    expect(differences(two, { 'apps/cli': 2 })).toEqual([])
  })

  test.each([
    ['more is found', { 'apps/cli': 1 }, 'has 2 uses of retired words, 1 are allowed'],
    ['an area has none', {}, 'has 2 uses of retired words, 0 are allowed'],
    ['less is found', { 'apps/cli': 3 }, 'has 2 uses of retired words, and 3 are allowed: lower it with --fix'],
  ])('objects when %s', (_, allowance, message) => {
    expect(differences(two, allowance).map(printed)).toEqual([expect.stringContaining(`apps/cli ${message}`)])
  })

  test('falls, and never rises', () => {
    expect(lowered(two, { 'apps/cli': 1, docs: 4 })).toEqual({ 'apps/cli': 1 })
    expect(lowered(two, { 'apps/cli': 5 })).toEqual({ 'apps/cli': 2 })
  })
})
