import { freePorts } from '@gatehouse/testing/free-port'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/gateway-process'
import { hydraIsMissing, startHydra, type HydraProcess } from '@gatehouse/testing/hydra-process'
import { startRelyingParty, type RelyingParty } from '@gatehouse/testing/relying-party'
import { test as base } from '../fixtures.ts'

/** A gateway with its embedded identity service, a real Ory Hydra, and applications that sign people in by them. */
interface OAuth2Site {
  readonly gateway: GatewayProcess
  readonly hydra: HydraProcess
  /** Somebody else's application. */
  readonly notebook: RelyingParty
  /** The operator's own: nobody is asked. */
  readonly intranet: RelyingParty
}

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
      const site = await startSite()
      await use(site)
      await stopSite(site)
    },
    // The first run on a machine builds Ory Hydra.
    { scope: 'worker', timeout: 900_000 },
  ],
  gateway: ({ site }, use) => use(site.gateway),
  notebook: ({ site }, use) => use(site.notebook),
  intranet: ({ site }, use) => use(site.intranet),
})
test.skip(missing !== undefined, missing ?? '')

async function startSite(): Promise<OAuth2Site> {
  const [publicPort = 0, adminPort = 0] = await freePorts(2)
  const page = (path: string) => `http://localhost:${publicPort}${path}`
  const hydra = await startHydra({
    login: page('/login'),
    registration: page('/registration'),
    consent: page('/consent'),
    logout: page('/logout'),
    error: page('/error'),
    afterLogout: page('/login'),
  })
  const gateway = await startGateway({
    ports: { public: publicPort, admin: adminPort },
    environment: { HYDRA_ADMIN_URL: hydra.adminUrl },
  })
  const notebook = await startRelyingParty(hydra, {
    policy_uri: 'https://notebook.example/privacy',
    tos_uri: 'javascript:alert(1)',
    logo_uri: 'https://notebook.example/logo.png',
  })
  const intranet = await startRelyingParty(hydra, {
    client_name: 'Intranet',
    skip_consent: true,
    skip_logout_consent: true,
  })
  return { gateway, hydra, notebook, intranet }
}

async function stopSite({ gateway, hydra, notebook, intranet }: OAuth2Site): Promise<void> {
  await gateway.stop()
  await hydra.stop()
  await notebook.close()
  await intranet.close()
}

export { expect } from '../fixtures.ts'
