import { afterEach, expect, test } from 'vitest'

import { type ConsoleHarness, openConsoleHarness } from './console.fixture.ts'

let harness: ConsoleHarness
afterEach(() => harness.gateway.stop())

test.each([
  ['/openapi.json', 'createProject'],
  ['/openapi/identity.json', 'toSession'],
])('%s describes %s, without a key', async (path, operation) => {
  harness = await openConsoleHarness()
  const host = new URL(harness.consoleOrigin).host
  const ask = (method: string) =>
    harness.consoleEdge(new Request(harness.consoleOrigin + path, { method, headers: { host } }), '192.0.2.7')
  const answer = await ask('GET')
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8'])
  const document = await answer.json()
  expect(document.openapi).toMatch(/^3\.1/)
  const ids = Object.values(document.paths).flatMap((item) =>
    Object.values(item as Record<string, { operationId?: string }>).map(({ operationId }) => operationId),
  )
  expect(ids).toContain(operation)
  expect((await ask('HEAD')).status).toBe(200)
  expect((await ask('DELETE')).status).toBeGreaterThanOrEqual(400)
})
