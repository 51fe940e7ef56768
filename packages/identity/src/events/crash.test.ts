import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { expect, test } from 'vitest'

import { openDatabase } from '../sql/open.ts'

test('a killed process has an event for each account it answered, and none for an account that is not there @crash-2', async () => {
  const file = join(mkdtempSync(join(tmpdir(), 'gatehouse-events-')), 'crash.sqlite')
  const script = fileURLToPath(new URL('./crash.fixture.ts', import.meta.url))
  const child = spawn(process.execPath, [script, file], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  const reading = (async () => {
    for await (const chunk of child.stdout) {
      output += String(chunk)
      if (output.split('\n').length > 100) child.kill('SIGKILL')
    }
  })()
  const [, signal] = await once(child, 'exit')
  await reading
  expect(signal).toBe('SIGKILL')
  const answered = output.split('\n').filter((line) => line.length === 36)
  expect(answered.length).toBeGreaterThanOrEqual(100)
  const database = openDatabase(`sqlite://${file}`)
  const column = async (sql: string) => new Set((await database.prepare(sql).all()).map(({ id }) => id))
  const recorded = await column(`SELECT identity_id AS id FROM events WHERE type = 'IdentityCreated'`)
  const stored = await column('SELECT id FROM identities')
  expect(answered.filter((id) => !recorded.has(id))).toEqual([])
  expect(recorded).toEqual(stored)
  database.close()
})
