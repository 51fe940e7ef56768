import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ownDataFolder } from './own-data-folder.fixture.ts'

const { data, folder, gatehouse } = ownDataFolder('keys')

test('keys of session tokens are made for this user alone, and rotated with the old ones kept @token-keys-1', async () => {
  const file = join(data(), 'session-tokens', 'app.jwks.json')
  const made = await gatehouse('keys', 'create', 'app')
  expect([made.code, made.output]).toEqual([0, expect.stringContaining('session_tokens:\n  app: 10m')])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  const again = await gatehouse('keys', 'create', 'app')
  expect([again.code, again.complaint]).toEqual([1, expect.stringContaining('gatehouse keys rotate app')])
  const first = JSON.parse(await readFile(file, 'utf8')).keys
  expect(first).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256', d: expect.any(String) })])
  await writeFile(join(folder(), 'gatehouse.yml'), 'session_tokens: { app: 5m }\n')
  const rotated = await gatehouse('keys', 'rotate', 'app', '--algorithm', 'EdDSA', '--json')
  const { keys } = JSON.parse(await readFile(file, 'utf8'))
  expect(JSON.parse(rotated.output)).toEqual({ name: 'app', file, kid: keys[0].kid, isSet: true })
  expect(keys).toEqual([expect.objectContaining({ kty: 'OKP', alg: 'EdDSA' }), ...first])
  expect((await gatehouse('keys', 'rotate', 'other')).complaint).toContain('gatehouse keys create other')
})

test('a key is printed for another project or a kratos.yml, and kept nowhere @jwks-4', async () => {
  const printed = await gatehouse('keys', 'create', 'printed', '--print')
  expect([printed.code, printed.complaint]).toEqual([0, ''])
  const { keys } = JSON.parse(printed.output)
  expect(keys).toEqual([expect.objectContaining({ kty: 'EC', alg: 'ES256', d: expect.any(String) })])
  await expect(stat(join(data(), 'session-tokens', 'printed.jwks.json'))).rejects.toThrow('ENOENT')
})

test('old keys are taken out when nothing is signed with them any more @jwks-5', async () => {
  const file = join(data(), 'session-tokens', 'shop.jwks.json')
  await gatehouse('keys', 'create', 'shop')
  await gatehouse('keys', 'rotate', 'shop')
  const [newest] = JSON.parse(await readFile(file, 'utf8')).keys
  const retired = await gatehouse('keys', 'retire', 'shop')
  expect([retired.code, JSON.parse(await readFile(file, 'utf8'))]).toEqual([0, { keys: [newest] }])
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect(retired.output).not.toContain(newest.d)
  expect((await gatehouse('keys', 'retire', 'other')).complaint).toContain('gatehouse keys create other')
})
