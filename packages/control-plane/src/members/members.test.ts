import { expect, test } from 'vitest'

import { createTestControlPlane } from '../service.fixture.ts'

test('people join a workspace, change their role and leave; the last owner cannot @members-1', async () => {
  const { call, callAs, person, workspaceId } = await createTestControlPlane()
  const members = `/workspaces/${workspaceId}/members`
  const ada = person('ada@example.org')
  const grace = person('grace@example.org')
  expect((await callAs(ada, 'GET', '/workspaces')).status).toBe(403)
  await call('PUT', `${members}/${ada.identityId}`, { role: 'owner' })
  const put = await callAs(ada, 'PUT', `${members}/${grace.identityId}`, { role: 'viewer' })
  expect(put.body).toMatchObject({ email: 'grace@example.org', role: 'viewer', source: 'workspace' })
  expect((await callAs(grace, 'PUT', `${members}/${grace.identityId}`, { role: 'owner' })).status).toBe(403)
  const demoted = await callAs(ada, 'PUT', `${members}/${ada.identityId}`, { role: 'viewer' })
  expect(demoted.body.error.reason).toContain('last owner')
  expect((await callAs(ada, 'DELETE', `${members}/${ada.identityId}`)).status).toBe(409)
  await callAs(ada, 'PUT', `${members}/${grace.identityId}`, { role: 'owner' })
  expect((await callAs(ada, 'DELETE', `${members}/${ada.identityId}`)).status).toBe(204)
  expect((await callAs(ada, 'GET', `/workspaces/${workspaceId}`)).status).toBe(404)
  expect((await callAs(grace, 'GET', members)).body).toHaveLength(1)
})

test('a project lists its own members and those of its workspace, each once with the stronger role @members-2', async () => {
  const { call, person, projectId, workspaceId } = await createTestControlPlane()
  const add = (path: string, identityId: string, role: string) => call('PUT', `${path}/members/${identityId}`, { role })
  const [ada, grace, lin] = [person('ada@example.org'), person('grace@example.org'), person('lin@example.org')]
  const [workspace, project] = [`/workspaces/${workspaceId}`, `/projects/${projectId}`]
  await add(workspace, ada.identityId, 'owner')
  await add(workspace, grace.identityId, 'viewer')
  await add(project, ada.identityId, 'viewer')
  await add(project, grace.identityId, 'developer')
  await add(project, lin.identityId, 'viewer')
  const shown = (await call('GET', `${project}/members`)).body.map((one: Record<string, string>) => [
    one['email'],
    one['role'],
    one['source'],
  ])
  expect(shown).toHaveLength(3)
  expect(shown).toEqual(
    expect.arrayContaining([
      ['ada@example.org', 'owner', 'workspace'],
      ['grace@example.org', 'developer', 'project'],
      ['lin@example.org', 'viewer', 'project'],
    ]),
  )
  expect((await call('DELETE', `${project}/members/${lin.identityId}`)).status).toBe(204)
  await call('DELETE', `${project}/members/${grace.identityId}`)
  const byWorkspace = await call('DELETE', `${project}/members/${grace.identityId}`)
  expect(byWorkspace.body.error.reason).toContain('by the workspace')
})

test('a person unknown to the operators’ identity service cannot be a member @members-3', async () => {
  const { call, callAs, people, person, workspaceId } = await createTestControlPlane()
  const stranger = '2f1d7c9e-3c31-4f57-8d25-7f0b4e1f0a11'
  expect((await call('PUT', `/workspaces/${workspaceId}/members/${stranger}`, { role: 'owner' })).status).toBe(404)
  const ada = person('ada@example.org')
  await call('PUT', `/workspaces/${workspaceId}/members/${ada.identityId}`, { role: 'owner' })
  people.delete(ada.identityId)
  expect((await callAs(ada, 'GET', '/workspaces')).status).toBe(401)
})
