import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openSessionFile } from './session-file.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-sessions-'))
})
afterEach(() => rm(folder, { recursive: true }))

test('keeps one token for each service, readable by its owner only', async () => {
  const path = join(folder, 'below', 'sessions.json')
  const file = openSessionFile(path)
  expect(await file.token('http://a')).toBeUndefined()
  await file.keep('http://a', 'ory_st_1')
  await file.keep('http://b', 'ory_st_2')
  await file.keep('http://a', 'ory_st_3')
  expect(await openSessionFile(path).token('http://a')).toBe('ory_st_3')
  await file.forget('http://a')
  expect(await file.token('http://a')).toBeUndefined()
  expect(await file.token('http://b')).toBe('ory_st_2')
  expect((await stat(path)).mode & 0o777).toBe(0o600)
})

test('forgetting an unknown session writes nothing, and odd entries are no tokens', async () => {
  const path = join(folder, 'sessions.json')
  await openSessionFile(path).forget('http://a')
  await expect(readFile(path)).rejects.toThrow('ENOENT')
  await writeFile(path, '{"http://a": 5}')
  expect(await openSessionFile(path).token('http://a')).toBeUndefined()
})
