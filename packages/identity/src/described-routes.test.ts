import {
  identityAdminContract,
  browserPaths,
  healthContract,
  identityPublicContract,
  type IdentityOperation,
} from '@gatehouse/contract/openapi'
import { expect, test } from 'vitest'

import { createTestService } from './service.fixture.ts'

const calls = (table: Readonly<Record<string, IdentityOperation>>) =>
  Object.values(table).map(
    ({ method, path }) => `${method} ${path.replace(/^\/admin/, '').replaceAll(/\{\w+\}/g, '{}')}`,
  )

test('every address of both listeners is in the OpenAPI document, and no other', async () => {
  const { service } = await createTestService()
  const described = {
    public: calls(identityPublicContract),
    admin: [...calls(identityAdminContract), ...calls(healthContract), 'GET /version'],
  }
  for (const listener of ['public', 'admin'] as const) {
    const served = service.routes.filter((route) => route.listener === listener)
    const addresses = served
      .filter(({ path }) => !browserPaths.some((pattern) => pattern.test(path)))
      .map(({ method, path }) => `${method === '*' ? 'GET' : method} ${path.replaceAll(/:\w+/g, '{}')}`)
    expect(addresses.length).toBeGreaterThanOrEqual(20)
    expect([...new Set(addresses)].toSorted()).toEqual([...new Set(described[listener])].toSorted())
  }
})
