import { expect, test } from 'vitest'
import { createHealth } from './health.ts'

const ask = (checks: Parameters<typeof createHealth>[0], path: string) =>
  createHealth(checks)(new Request(`http://localhost${path}`))

test('ready once every part works', async () => {
  const answer = await ask({ database: async () => true }, '/health/ready')
  expect(answer.status).toBe(200)
  expect(await answer.json()).toEqual({ status: 'ok' })
})

test('not ready while a part fails, by name and without its reason @health-1', async () => {
  const checks = { database: async () => true, identity: () => Promise.reject(new Error('10.0.0.5 refused')) }
  const answer = await ask(checks, '/health/ready')
  expect(answer.status).toBe(503)
  expect(await answer.json()).toEqual({ errors: { identity: 'not available' } })
  expect((await ask(checks, '/health/alive')).status).toBe(200)
})

test('there is nothing else', async () => {
  expect((await ask({}, '/health/secrets')).status).toBe(404)
})
