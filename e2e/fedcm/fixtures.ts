import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startFedcmProvider, type FedcmAccount, type FedcmProvider } from '@gatehouse/testing/providers'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { test as base } from '../fixtures.ts'
import { writeIdentityConfig } from '../service/identity-config.ts'
import { watchChooser, type Chooser } from './chooser.ts'

interface ChooserSite {
  readonly gateway: GatewayProcess
  readonly provider: FedcmProvider
}

interface ChooserFixtures {
  readonly provider: FedcmProvider
  /** The account chooser of the visitor's tab. */
  readonly chooser: Chooser
  /** A person who is signed in at the provider, in the visitor's browser. */
  readonly member: FedcmAccount
}

/** `test` with a gateway one of whose providers has an account chooser, and that provider at a separate site. */
export const test = base.extend<ChooserFixtures, { readonly site: ChooserSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const [publicPort = 0, adminPort = 0] = await freePorts(2)
      const origin = `http://localhost:${publicPort}`
      const provider = await startFedcmProvider([{ clientId: 'journeys', origins: [origin] }])
      const chooser = {
        id: 'chooser',
        label: 'Chooser',
        provider: 'generic',
        client_id: 'journeys',
        issuer_url: provider.issuer,
        fedcm_config_url: provider.configUrl,
      }
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-fedcm-'))
      const configFile = await writeIdentityConfig({ folder, origin, providers: [chooser] })
      const gateway = await startGateway({
        ports: { public: publicPort, admin: adminPort },
        environment: { GATEHOUSE_IDENTITY_CONFIG: configFile },
      })
      await use({ gateway, provider })
      await gateway.stop()
      await provider.stop()
      await rm(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  gateway: ({ site }, use) => use(site.gateway),
  provider: ({ site }, use) => use(site.provider),
  chooser: async ({ visitor }, use) => use(await watchChooser(visitor.page)),
  member: async ({ visitor, provider, person }, use) => {
    const member = { id: person.email, email: person.email, name: 'Ada L', givenName: 'Ada' }
    await visitor.page.goto(provider.loginUrl(member))
    await use(member)
  },
})

export { expect } from '../fixtures.ts'
