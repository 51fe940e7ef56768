import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { claimDataFolder } from './data-folder.ts'

test('a second gateway on the same folder is refused, until the first one has ended', () => {
  const folder = join(mkdtempSync(join(tmpdir(), 'gatehouse-claim-')), 'data')
  const first = claimDataFolder(folder)
  expect(() => claimDataFolder(folder)).toThrow(/in use by another Gatehouse[\s\S]*GATEHOUSE_DATA/)
  first.release()
  claimDataFolder(folder).release()
})

test('a folder that cannot be created is reported with the reason', () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-claim-')), 'file')
  writeFileSync(file, '')
  expect(() => claimDataFolder(join(file, 'data'))).toThrow(/cannot be written/)
})
