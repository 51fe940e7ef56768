import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts, startGateway, type GatewayProcess } from '@gatehouse/testing/processes'
import { startOpenIdProvider, type OpenIdProvider } from '@gatehouse/testing/providers'
import { test as base } from '../fixtures.ts'
import { writeIdentityConfig } from '../service/identity-config.ts'
import { acme, connectionOf } from '../service/organization.ts'

interface OrganizationSite {
  readonly gateway: GatewayProcess
  readonly provider: OpenIdProvider
}

const clientSecret = 'the-secret-of-the-client-at-the-provider'

/** `test` with a gateway at which one organization signs in through its own connection. */
export const test = base.extend<{ readonly provider: OpenIdProvider }, { readonly site: OrganizationSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const [publicPort = 0, adminPort = 0] = await freePorts(2)
      const origin = `http://localhost:${publicPort}`
      const callback = `${origin}/self-service/methods/oidc/organization/${acme.id}/callback/acme-sso`
      const provider = await startOpenIdProvider([{ clientId: 'journeys', clientSecret, redirectUris: [callback] }])
      const connection = connectionOf(acme, { issuer: provider.issuer, id: 'journeys', secret: clientSecret })
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-organization-'))
      const configFile = await writeIdentityConfig({
        folder,
        origin,
        loginStyle: 'identifier_first',
        registrationStyle: 'profile_first',
        providers: [connection],
        organizations: [acme],
      })
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
})

export { expect } from '../fixtures.ts'
