import { expect, test } from 'vitest'
import { printed } from './finding.ts'
import { textKeyCasts } from './text-key-casts.ts'

test.each([
  ['to a key', `t(key as TextKey<'login'>)`],
  ['to a key of any namespace, far from a call', `const key = text as QualifiedKey`],
  ['to a list of keys', `const keys = Object.keys(table) as readonly TextKey<'login'>[]`],
  ['to part of a key', 't(`role.${role as KeyPart<"console", "role.">}`)'],
  ['to an alias of a key', `type Label = TextKey<'login'> | ''\nconst label = text as Label`],
  ['within a key that is put together', 't(`state.${state as State}`)'],
  ['to anything, for a call', `page.t(text as never)`],
  ['for a function of another name', `const nav = useText('console')\nnav(text as never)`],
  ['in the old spelling', `const key = <TextKey<'login'>>text`],
])('a cast %s is found', (_, program) => {
  const line = program.split('\n').length
  expect(textKeyCasts('page.ts', program).map(printed)).toEqual([
    expect.stringMatching(new RegExp(`^page\\.ts:${line} casts to the key of a text`)),
  ])
})

test.each([
  ['a key by its type', `const key: TextKey<'login'> = 'title'; t(key)`],
  ['a constant', `const kinds = ['a', 'b'] as const; t(\`kind.\${kinds[0]}\`)`],
  ['a cast of something else', `const body = value as Body; t('title', body as Values)`],
  ['a key that satisfies its type', `const keys = ['title'] as const satisfies readonly TextKey<'login'>[]`],
])('%s is none', (_, program) => {
  expect(textKeyCasts('page.ts', program)).toEqual([])
})
