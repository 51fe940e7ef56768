import { startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { test as base } from '../fixtures.ts'

/** `test` with a service that spares browsers the second factor, if their owner asks for that. */
export const test = base.extend<object, { readonly sparingGateway: GatewayProcess }>({
  sparingGateway: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const gateway = await startGateway({ environment: { GATEHOUSE_REMEMBER_DEVICE_DAYS: '30' } })
      await use(gateway)
      await gateway.stop()
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ sparingGateway }, use) => use(sparingGateway),
})

export { expect } from '../fixtures.ts'
