import { hydraProgram } from '@gatehouse/testing/processes'
import type { RelyingParty } from '@gatehouse/testing/providers'
import { test as base } from '../fixtures.ts'
import { startOAuth2Site, type OAuth2Site } from './site.ts'

interface OAuth2Fixtures {
  readonly notebook: RelyingParty
  readonly intranet: RelyingParty
}

// A machine without Go may work on everything else; the machine that decides must not.
const missing = await hydraProgram.missing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

/** `test` with applications that speak OpenID Connect. */
export const test = base.extend<OAuth2Fixtures, { readonly site: () => Promise<OAuth2Site> }>({
  site: [
    async ({ gateways }, use) => {
      let site: Promise<OAuth2Site> | undefined
      await use(() => (site ??= startOAuth2Site(gateways)))
      await (await site)?.stop()
    },
    { scope: 'worker' },
  ],
  // The first run on a machine builds Ory Hydra; the gateway's own fixture is as patient.
  openGateway: ({ site }, use) => use(async () => (await site()).gateway),
  notebook: async ({ gateway: _gateway, site }, use) => use((await site()).notebook),
  intranet: async ({ gateway: _gateway, site }, use) => use((await site()).intranet),
})
test.skip(missing !== undefined, missing ?? '')

export { expect } from '../fixtures.ts'
