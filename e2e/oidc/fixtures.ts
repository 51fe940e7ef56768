import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePorts } from '@gatehouse/testing/free-port'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/gateway-process'
import { startOpenIdProvider, type OpenIdProvider } from '@gatehouse/testing/openid-provider'
import { test as base } from '../fixtures.ts'
import { writeIdentityConfig } from '../service/identity-config.ts'

interface ProviderSite {
  readonly gateway: GatewayProcess
  readonly provider: OpenIdProvider
}

const clientSecret = 'the-secret-of-the-client-at-the-provider'

/** `test` with a gateway whose people can sign in with an account at a provider of its own origin. */
export const test = base.extend<{ readonly provider: OpenIdProvider }, { readonly site: ProviderSite }>({
  site: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the fixtures a function wants from its first parameter
    async ({}, use) => {
      const [publicPort = 0, adminPort = 0] = await freePorts(2)
      const origin = `http://localhost:${publicPort}`
      const provider = await startOpenIdProvider([
        { clientId: 'journeys', clientSecret, redirectUris: [`${origin}/self-service/methods/oidc/callback/corp`] },
      ])
      const corp = {
        id: 'corp',
        label: 'Corp',
        provider: 'generic',
        client_id: 'journeys',
        client_secret: clientSecret,
        issuer_url: provider.issuer,
        scope: ['email', 'profile'],
      }
      const folder = await mkdtemp(join(tmpdir(), 'gatehouse-oidc-'))
      const configFile = await writeIdentityConfig({ folder, origin, providers: [corp] })
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
