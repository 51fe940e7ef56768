import { chmodSync, mkdtempSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { loadGeneratedSecrets } from './generated-secrets.ts'

const newFolder = () => join(mkdtempSync(join(tmpdir(), 'gatehouse-secrets-')), 'data')

test('secrets are made once, and only for us', () => {
  const folder = newFolder()
  const first = loadGeneratedSecrets(folder)
  const second = loadGeneratedSecrets(folder)
  expect(second.cookie.reveal()).toBe(first.cookie.reveal())
  expect(first.cipher.reveal()).toHaveLength(32)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  expect(JSON.stringify(first)).not.toContain(first.default.reveal())
})

test('a file that others can read is refused with the command that helps', () => {
  const folder = newFolder()
  loadGeneratedSecrets(folder)
  chmodSync(join(folder, 'secrets.json'), 0o644)
  expect(() => loadGeneratedSecrets(folder)).toThrow(/chmod 600/)
})

test('a damaged file is never silently replaced', () => {
  const folder = newFolder()
  loadGeneratedSecrets(folder)
  writeFileSync(join(folder, 'secrets.json'), '{"default":')
  expect(() => loadGeneratedSecrets(folder)).toThrow(/damaged/)
})
