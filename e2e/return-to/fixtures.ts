import type { GatewayProcess } from '@gatehouse/testing/processes'
import { test as base } from '../fixtures.ts'
import { type Application, serveApplication } from '../service/application.ts'
import type { Gateways } from '../service/setups.ts'
import { appAddress } from './ends.ts'

interface ReturnSite {
  readonly gateway: GatewayProcess
  readonly application: Application
}

async function startSite(gateways: Gateways): Promise<ReturnSite> {
  const { start } = await gateways.reserve()
  const application = await serveApplication()
  const config = { secondFactors: true, returnUrls: [application.origin, appAddress] }
  return { application, gateway: await start({ config }) }
}

/** `test` with a gateway that may lead to an application at a separate origin, and to an app by its scheme. */
export const test = base.extend<Pick<ReturnSite, 'application'>, { readonly site: () => Promise<ReturnSite> }>({
  site: [
    async ({ gateways }, use) => {
      let site: Promise<ReturnSite> | undefined
      await use(() => (site ??= startSite(gateways)))
      await (await site)?.application.stop()
    },
    { scope: 'worker' },
  ],
  openGateway: ({ site }, use) => use(async () => (await site()).gateway),
  application: async ({ gateway: _gateway, site }, use) => use((await site()).application),
})

export { expect } from '../fixtures.ts'
