import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterEach, beforeEach, expect, test } from 'vitest'

import { createTestService, type TestService } from '../service.fixture.ts'
import { goodPassword } from '../flows/flow-harness.fixture.ts'

const run = promisify(execFile)
const other = fileURLToPath(new URL('./one-of-two.fixture.ts', import.meta.url))

let folder = ''
let file = ''
let service: TestService
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gatehouse-changes-'))
  file = join(folder, 'identity.sqlite')
  // Checking a password takes a quarter of a second.
  const hashers = { algorithm: 'bcrypt', bcrypt: { cost: 12 } }
  service = await createTestService({ dsn: `sqlite://${file}`, hashers })
})
afterEach(async () => {
  service.database.close()
  await rm(folder, { recursive: true, force: true })
})

const hashed = '$2b$12$p46n.cu6Ij7gWu9JiuHTpOn5yrNACg1UYb8mHWn6XsmoFPlMXbLZ2'

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

/** Signs in with the password, and changes the account while the password is checked. */
async function changeWhileSigningIn(change: (id: string) => Promise<{ readonly status: number }>) {
  const { id } = await created({ credentials: { password: { config: { hashed_password: hashed } } } })
  const flow = (await service.fetch('/self-service/login/api')).body
  const body = { method: 'password', identifier: 'ada@example.org', password: goodPassword }
  const asked = service.fetch(`/self-service/login?flow=${flow.id}`, { method: 'POST', body })
  await setTimeout(50)
  expect((await change(id)).status).toBe(200)
  const { status } = await asked
  const { body: account } = await service.admin(`/admin/identities/${id}`)
  const { body: sessions } = await service.admin(`/admin/identities/${id}/sessions`)
  return { status, account, sessions }
}

test('an account suspended while the password is checked gets no session, and stays suspended @concurrent-changes-2', async () => {
  const body = [{ op: 'replace', path: '/state', value: 'inactive' }]
  const ended = await changeWhileSigningIn((id) => service.admin(`/admin/identities/${id}`, { method: 'PATCH', body }))
  expect(ended).toMatchObject({ status: 400, account: { state: 'inactive' }, sessions: [] })
})

test('a password that is replaced during its check no longer signs in @concurrent-changes-3', async () => {
  const credentials = { password: { config: { hashed_password: hashed.replace(/..$/, 'aa') } } }
  const body = { schema_id: 'default', state: 'active', traits: { email: 'ada@example.org' }, credentials }
  const ended = await changeWhileSigningIn((id) => service.admin(`/admin/identities/${id}`, { method: 'PUT', body }))
  expect(ended).toMatchObject({ status: 400, sessions: [] })
})
