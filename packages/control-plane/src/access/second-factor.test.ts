import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

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

test('a required second factor stays required when another process renames the workspace at once @second-factor-8', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'gatehouse-second-factor-'))
  const [one, other] = [await createTestControlPlane(folder), await createTestControlPlane(folder)]
  const path = `/workspaces/${one.workspaceId}`
  const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const body = new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        begun.resolve()
        await goOn.promise
        controller.enqueue(new TextEncoder().encode('{"name":"Renamed"}'))
        controller.close()
      },
    },
    { highWaterMark: 0 },
  )
  const headers = { authorization: `Bearer ${one.rootKey}`, 'content-type': 'application/json' }
  const init = { method: 'PUT', headers, body, duplex: 'half' } as RequestInit
  const renaming = one.plane.fetch(new Request(`http://localhost:4456${path}`, init))
  // It has read the workspace, and waits for the rest of its request.
  await begun.promise
  expect((await other.call('PUT', path, { name: 'W', second_factor_required: true })).status).toBe(200)
  goOn.resolve()
  expect((await renaming).status).toBe(200)
  expect((await one.call('GET', path)).body).toMatchObject({ name: 'Renamed', second_factor_required: true })
  await one.plane.stop()
  await other.plane.stop()
})
