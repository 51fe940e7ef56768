import { hydraIsMissing } from '@gatehouse/testing/hydra-process'
import type { RelyingParty } from '@gatehouse/testing/relying-party'
import { test as base } from '../fixtures.ts'
import { startOAuth2Site, type OAuth2Site } from './site.ts'

interface OAuth2Fixtures {
  readonly notebook: RelyingParty
  readonly intranet: RelyingParty
}

// A machine without Go may work on everything else; the machine that decides must not.
const missing = await hydraIsMissing()
if (missing !== undefined && process.env['CI'] === 'true') throw new Error(missing)

/** `test` with applications that speak OpenID Connect. */
export const test = base.extend<OAuth2Fixtures, { readonly site: OAuth2Site }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const site = await startOAuth2Site()
      await use(site)
      await site.stop()
    },
    // The first run on a machine builds Ory Hydra.
    { scope: 'worker', timeout: 900_000 },
  ],
  gateway: ({ site }, use) => use(site.gateway),
  notebook: ({ site }, use) => use(site.notebook),
  intranet: ({ site }, use) => use(site.intranet),
})
test.skip(missing !== undefined, missing ?? '')

export { expect } from '../fixtures.ts'
