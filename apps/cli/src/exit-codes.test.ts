import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { exitCodes } from './exit-codes.ts'

test('the manual has every exit code, and no other @exit-codes-1', async () => {
  const manual = await readFile(new URL('../../../docs/reference/commands.md', import.meta.url), 'utf8')
  const table = /^\| exit code \| meaning \|\n\|[-|]+\n((?:\|.*\n?)+)/m.exec(manual)?.[1] ?? ''
  const rows = table.trim().split('\n')
  const wanted = Object.values(exitCodes).map(({ code, meaning }) => `| ${code} | ${meaning} |`)
  expect(rows).toEqual(['| 0 | done |', ...wanted])
})
