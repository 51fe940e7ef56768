import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { printed } from './finding.ts'
import { readModule } from './source-tree.ts'
import { strategyNames } from './strategy-names.ts'

function looked(path: string, text: string) {
  const root = mkdtempSync(join(tmpdir(), 'gatehouse-strategies-'))
  onTestFinished(() => rmSync(root, { recursive: true }))
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
  const { files, findings } = strategyNames(root, [readModule(root, path)])
  return { files, findings: findings.map(printed) }
}

const folder = 'packages/identity/src'

test.each([
  ['a literal', `export const methods = ['lookup_secret']`, 'lookup_secret'],
  ['a key', 'export const keys = { totp: true }', 'totp'],
])('a strategy that another file names in %s is found', (_, text, name) => {
  expect(looked(`${folder}/flows/login/finish.ts`, text)).toEqual({
    files: 1,
    findings: [expect.stringContaining(`names ${name};`)],
  })
})

test('a strategy names itself, and neither it nor a test the others', () => {
  const totp = 'export const method = { totp: true }'
  expect(looked(`${folder}/strategies/totp/login.ts`, totp)).toEqual({ files: 0, findings: [] })
  expect(looked(`${folder}/strategies/oidc/login.ts`, totp).findings).toHaveLength(1)
  expect(looked(`${folder}/flows/login/login.test.ts`, totp)).toEqual({ files: 0, findings: [] })
  expect(looked(`${folder}/flows/login/finish.ts`, '// totp\nexport const factor = 1')).toEqual({
    files: 0,
    findings: [],
  })
})

test('tables may name strategies, and lose their row once they do not', () => {
  const table = `${folder}/strategies/registry.ts`
  expect(looked(table, `export const row = { id: 'totp' }`)).toEqual({ files: 1, findings: [] })
  expect(looked(table, 'export const row = {}').findings).toEqual([expect.stringContaining('take its row out')])
})
