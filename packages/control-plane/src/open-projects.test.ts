import { expect, test } from 'vitest'

import { createTestControlPlane } from './service.fixture.ts'

test('a change of an operator while the first project is read again is kept @reload-3', async () => {
  const { plane, call, projectId, fixing } = await createTestControlPlane()
  const path = `/projects/${projectId}`
  const rename = (name: string) => call('PATCH', path, [{ op: 'replace', path: '/name', value: name }])
  fixing.by = { session: { lifespan: '1h' } }
  expect((await rename('Before')).status).toBe(200)

  fixing.by = { session: { lifespan: '2h' } }
  let renamed: ReturnType<typeof rename> | undefined
  fixing.meanwhile = async () => {
    renamed = rename('Meanwhile')
    // Many more requests than the change would need if it did not wait.
    for (let asked = 0; asked < 20; asked += 1) await call('GET', path)
  }
  expect(await plane.reread()).toMatchObject({ kind: 'applied', isFixed: true })
  expect((await renamed)?.status).toBe(200)
  const { body } = await call('GET', path)
  expect([body.name, body.services.identity.config]).toEqual(['Meanwhile', { session: { lifespan: '2h' } }])
})
