import type { GatewayProcess } from '@gatehouse/testing/processes'
import { startOpenIdProvider, type OpenIdProvider } from '@gatehouse/testing/providers'
import { test as base } from '../fixtures.ts'
import { type Application, serveApplication } from '../service/application.ts'
import type { EngineName, Gateways } from '../service/setups.ts'

interface ProviderSite {
  readonly gateway: GatewayProcess
  readonly provider: OpenIdProvider
  readonly application: Application
}

const clientSecret = 'the-secret-of-the-client-at-the-provider'

/** The values that are taken from a provider's claims. The embedded service takes as much without a mapper. */
const mapper = `local claims = { email_verified: false } + std.extVar('claims');
local email = if 'email' in claims then claims.email;
{ identity: {
  traits: std.prune({ email: email, name: { first: if 'given_name' in claims then claims.given_name } }),
  verified_addresses: if email != null && claims.email_verified then [{ via: 'email', value: email }] else [],
} }`

async function startSite(gateways: Gateways, engine: EngineName): Promise<ProviderSite> {
  const { origin, start } = await gateways.reserve()
  const redirectUris = [`${origin}/self-service/methods/oidc/callback/corp`]
  const provider = await startOpenIdProvider([{ clientId: 'journeys', clientSecret, redirectUris }])
  const corp = {
    id: 'corp',
    label: 'Corp',
    provider: 'generic',
    client_id: 'journeys',
    client_secret: clientSecret,
    issuer_url: provider.issuer,
    scope: ['email', 'profile'],
    ...(engine === 'kratos' && { mapper_url: `base64://${btoa(mapper)}` }),
  }
  const application = await serveApplication()
  const returnUrls = [application.origin]
  return { provider, application, gateway: await start({ config: { providers: [corp], returnUrls } }) }
}

type ProviderFixtures = Pick<ProviderSite, 'provider' | 'application'>

/** `test` with a gateway whose people can sign in with an account at a provider of a separate origin. */
export const test = base.extend<ProviderFixtures, { readonly site: () => Promise<ProviderSite> }>({
  site: [
    async ({ gateways, engine }, use) => {
      let site: Promise<ProviderSite> | undefined
      await use(() => (site ??= startSite(gateways, engine)))
      await (await site)?.provider.stop()
      await (await site)?.application.stop()
    },
    { scope: 'worker' },
  ],
  openGateway: ({ site }, use) => use(async () => (await site()).gateway),
  provider: async ({ gateway: _gateway, site }, use) => use((await site()).provider),
  application: async ({ gateway: _gateway, site }, use) => use((await site()).application),
})

export { expect } from '../fixtures.ts'
