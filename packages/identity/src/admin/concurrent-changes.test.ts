import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestService } from '../service.fixture.ts'
import { goodPassword } from '../flows/flow-harness.fixture.ts'
import type { TestService } from '../service.fixture.ts'

const run = promisify(execFile)
const other = fileURLToPath(new URL('./one-of-two.fixture.ts', import.meta.url))

let folder = ''
let file = ''
let service: TestService
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-changes-'))
  file = join(folder, 'identity.sqlite')
  // A password takes a quarter of a second to look at.
  const hashers = { algorithm: 'bcrypt', bcrypt: { cost: 12 } }
  service = await createTestService({ dsn: `sqlite://${file}`, hashers })
})
afterEach(async () => {
  service.database.close()
  await rm(folder, { recursive: true, force: true })
})

const created = async (extra: object = {}) => {
  const body = { schema_id: 'default', traits: { email: 'ada@example.org' }, metadata_admin: {}, ...extra }
  return (await service.admin('/admin/identities', { method: 'POST', body })).body
}

test('two processes that change one account lose no change of each other @concurrent-changes-1', async () => {
  const { id } = await created()
  const times = 150
  const names = ['a', 'b', 'c']
  await Promise.all(names.map((name) => run(process.execPath, [other, file, id, name, String(times)])))
  const { metadata_admin: metadata } = (await service.admin(`/admin/identities/${id}`)).body
  expect(Object.keys(metadata)).toHaveLength(names.length * times)
}, 120_000)

test('who is suspended while the password is looked at gets no session, and stays suspended @concurrent-changes-2', async () => {
  const hashed = '$2b$12$p46n.cu6Ij7gWu9JiuHTpOn5yrNACg1UYb8mHWn6XsmoFPlMXbLZ2'
  const { id } = await created({ credentials: { password: { config: { hashed_password: hashed } } } })
  const flow = (await service.fetch('/self-service/login/api')).body
  const body = { method: 'password', identifier: 'ada@example.org', password: goodPassword }
  const asked = service.fetch(`/self-service/login?flow=${flow.id}`, { method: 'POST', body })
  await new Promise((resolve) => setTimeout(resolve, 50))
  const suspended = [{ op: 'replace', path: '/state', value: 'inactive' }]
  const changed = await service.admin(`/admin/identities/${id}`, { method: 'PATCH', body: suspended })
  expect(changed.status).toBe(200)

  expect((await asked).status).toBe(401)
  expect((await service.admin(`/admin/identities/${id}`)).body.state).toBe('inactive')
  expect((await service.admin(`/admin/identities/${id}/sessions`)).body).toEqual([])
})
