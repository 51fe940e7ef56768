import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

const id = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'
const session = (name: string, active: boolean) => ({ id: name, active, expires_at: '2027-01-01T00:00:00Z' })

test.each([
  [50, ['the old one']],
  [49, []],
])('with %i ended sessions, which are newer, the details have the active ones too @details-1', async (count, more) => {
  const ended = Array.from({ length: count }, (_, index) => session(`ended ${index}`, false))
  const asked: string[] = []
  const admin = async (_method: string, path: string) => {
    if (path.startsWith('/schemas')) return Response.json([])
    if (!path.includes('/sessions')) return Response.json({ id, schema_id: 'person', traits: {} })
    asked.push(path)
    const { searchParams } = new URL(path, 'http://admin.test')
    return Response.json(searchParams.get('active') === 'true' ? [session('the old one', true)] : ended)
  }
  const plane = await createTestControlPlane(undefined, { admin })
  const body = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  const shop = (await plane.call('POST', '/projects', body)).body.id
  const details = await plane.call('GET', `/projects/${shop}/identities/${id}/details`)
  const names = details.body.sessions.map((one: { id: string }) => one.id)
  expect([details.status, names]).toEqual([200, [...ended.map((one) => one.id), ...more]])
  // A list that is not full has all of them.
  expect(asked).toHaveLength(1 + more.length)
})
