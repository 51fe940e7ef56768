import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

const ids = Array.from({ length: 5 }, (_, at) => `2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a1${at}`)

async function open(found: readonly string[]) {
  const asked: string[] = []
  // Two pages of a list, as an identity service returns them.
  const admin = async (method: string, path: string) => {
    asked.push(`${method} ${path}`)
    const { pathname, searchParams } = new URL(path, 'http://identity.invalid')
    if (method !== 'GET' || pathname !== '/admin/identities') return Response.json({ id: pathname.split('/')[3] })
    const isFirst = !searchParams.has('page_token')
    const page = isFirst ? found.slice(0, 3) : found.slice(3)
    const next = `</admin/identities?page_token=second&page_size=500>; rel="next"`
    const headers = isFirst && found.length > 3 ? { link: next } : {}
    return Response.json(
      page.map((id) => ({ id })),
      { headers },
    )
  }
  const plane = await createTestControlPlane(undefined, { admin })
  const body = { name: 'Shop', environment: 'dev', workspace_id: plane.workspaceId }
  const path = `/projects/${(await plane.call('POST', '/projects', body)).body.id}/jobs`
  return { plane, path, asked }
}

test('a job processes all people whom a search finds, on all pages of the list @job-matching-1', async () => {
  const { plane, path, asked } = await open(ids)
  const matching = { search: 'soren', state: 'active', order: 'oldest' }
  const started = await plane.call('POST', path, { action: 'deactivate', matching })
  expect([started.status, started.body.total]).toEqual([201, ids.length])
  await expect
    .poll(async () => (await plane.call('GET', `${path}/${started.body.id}`)).body.state, { timeout: 30_000 })
    .toBe('done')
  const lists = asked.filter((one) => one.startsWith('GET /admin/identities?'))
  for (const list of lists) expect(list).toMatch(/search=soren&state=active&order=oldest/)
  expect(lists).toHaveLength(2)
  const changed = asked.filter((one) => one.startsWith('PATCH '))
  expect(changed).toEqual(ids.map((id) => `PATCH /admin/identities/${id}`))
})

test.each([
  ['no one matches', { matching: { state: 'active' } }, 400],
  ['neither ids nor a search is given', {}, 400],
  ['both are given', { matching: {}, identity_ids: [ids[0]] }, 400],
  ['the search has a parameter of another kind', { matching: { include_credential: 'password' } }, 400],
])('a job is refused if %s', async (_, who, status) => {
  const { plane, path, asked } = await open([])
  const answer = await plane.call('POST', path, { action: 'delete', ...who })
  expect([answer.status, asked.filter((one) => !one.startsWith('GET '))]).toEqual([status, []])
})
