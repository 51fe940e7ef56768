import { text } from '@gatehouse/platform/database'
import { expect, test } from 'vitest'
import { createGrowthService } from '../growth.fixture.ts'
import { unpackedFlow } from '../sql/flow-store.ts'

const { service, id } = await createGrowthService()
const numbered = (count: number) => Array.from({ length: count }, (_, index) => index)
const email = 'eve@example.org'

async function signUp(traits: object, schema = 'closed') {
  const flow = (await service.fetch(`/self-service/registration/api?identity_schema=${schema}`)).body
  const body = { method: 'password', password: 'correct horse battery', traits }
  const answer = await service.fetch(`/self-service/registration?flow=${flow.id}`, { method: 'POST', body })
  const stored = await service.database.prepare('SELECT document FROM flows WHERE id = ?').get(flow.id)
  return { ...answer, stored: JSON.stringify(unpackedFlow(text(stored ?? {}, 'document'))).length }
}

test('many unknown fields are named in part @bounds-1', async () => {
  const traits = Object.fromEntries(numbered(900).map((index) => [`field${index}`, 1]))
  const answer = await signUp({ email, ...traits })
  expect(answer.status).toBe(400)
  expect(answer.text.match(/"text":"There is no field/g)).toHaveLength(50)
  expect(answer.stored).toBeLessThan(50_000)
})

test('more fields than any form has are refused before they are checked, and nothing of them is stored', async () => {
  const traits = Object.fromEntries(numbered(56_000).map((index) => [`f${index}`, 1]))
  const answer = await signUp({ email, ...traits })
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('send at most 1000 fields and items')])
  expect(answer.stored).toBeLessThan(10_000)
})

test('a name that is as long as the body is quoted in part', async () => {
  const answer = await signUp({ email, ['n'.repeat(60_000)]: 1 })
  expect(answer.status).toBe(400)
  expect(answer.text.length).toBeLessThan(6_000)
})

test('traits that are more than every session can carry are refused', async () => {
  const answer = await signUp({ email, note: 'x'.repeat(70_000) }, 'default')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('at most 65536 characters')])
  expect(answer.text.length).toBeLessThan(6_000)
})

test('more addresses than an account can have are refused @bounds-2', async () => {
  const emails = numbered(101).map((index) => `a${index}@example.org`)
  const answer = await signUp({ email, emails }, 'default')
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('at most 100 addresses')])
  expect((await signUp({ emails: emails.slice(1) }, 'default')).status).toBe(200)
})

test('administrators get the same refusal', async () => {
  const body = { schema_id: 'default', traits: { email } }
  const create = (more: object) => service.admin('/admin/identities', { method: 'POST', body: { ...body, ...more } })
  for (const name of ['metadata_public', 'metadata_admin']) {
    const answer = await create({ [name]: 'x'.repeat(70_000) })
    expect([answer.status, answer.body.error.reason]).toEqual([
      400,
      expect.stringContaining(`"${name}" can have at most`),
    ])
  }
  const answer = await create({ traits: { email, note: 'x'.repeat(70_000) } })
  expect([answer.status, answer.body.error.reason]).toEqual([400, expect.stringContaining('at most 65536 characters')])
})

test('a patch cannot blow an identity up @bounds-3', async () => {
  const patch = (body: object) => service.admin(`/admin/identities/${id}`, { method: 'PATCH', body })
  const copy = (index: number) => ({ op: 'copy', from: '/metadata_public', path: `/metadata_public/n${index}` })
  const start = { op: 'add', path: '/metadata_public', value: { text: 'x'.repeat(1_000) } }
  const doubled = await patch([start, ...numbered(40).map(copy)])
  expect([doubled.status, doubled.body.error.message]).toEqual([400, expect.stringContaining('copy more than')])
  const many = await patch(numbered(1_001).map(() => start))
  expect([many.status, many.body.error.message]).toEqual([400, expect.stringContaining('at most 1000 operations')])
  expect((await patch([start, copy(0)])).status).toBe(200)
})
