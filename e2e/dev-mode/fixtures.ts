import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { test as base } from '../fixtures.ts'

/** `test` with pages that come straight from their sources. */
export const test = base.extend<object, { readonly development: GatewayProcess }>({
  development: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const gateway = await startGateway({ mode: 'develop' })
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ development }, use) => use(development),
})

export { expect } from '../fixtures.ts'
