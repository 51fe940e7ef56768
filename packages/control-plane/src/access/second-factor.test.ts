import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

test('only an operator with a second factor can require one; then no one is admitted without @second-factor-4', async () => {
  const { call, callAs, person, workspaceId } = await createTestControlPlane()
  const workspace = `/workspaces/${workspaceId}`
  const ada = person('ada@example.org')
  await call('PUT', `${workspace}/members/${ada.identityId}`, { role: 'owner' })
  const wish = { name: 'W', second_factor_required: true }
  expect((await callAs(ada, 'PUT', workspace, wish)).body.error.id).toBe('second_factor_required')
  const proved = { ...ada, secondFactor: true }
  expect((await callAs(proved, 'PUT', workspace, wish)).body.second_factor_required).toBe(true)
  const refused = await callAs(ada, 'GET', workspace)
  expect([refused.status, refused.body.error.id]).toEqual([403, 'second_factor_required'])
  const [project] = (await call('GET', '/projects')).body
  expect((await callAs(ada, 'GET', `/projects/${project.id}`)).status).toBe(403)
  expect((await callAs(proved, 'GET', `/projects/${project.id}`)).status).toBe(200)
  expect((await call('GET', workspace)).status).toBe(200)
})
