import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../runners/tool.ts'
import { documents, updated } from './documents.ts'

test.each(documents.map((document) => [document.path, document.part ?? 'all of it', document] as const))(
  '%s (%s) says what the program does',
  (path, _, document) => {
    const text = readFileSync(join(root, path), 'utf8')
    expect(updated(document, text)).toBe(text)
  },
)

test('a document that was changed by hand is reported, and one without the marks of its part is refused', () => {
  const document = { path: 'docs/a.md', part: 'table', render: () => 'fresh\n' }
  const between = (text: string) => `Before\n<!-- generated: table -->\n${text}<!-- /generated -->\nAfter\n`
  expect(updated(document, between('changed by hand\n'))).toBe(between('fresh\n'))
  expect(() => updated(document, 'nothing')).toThrow('docs/a.md lacks')
})
