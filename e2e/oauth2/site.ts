import { startHydra, type GatewayProcess, type HydraProcess } from '@gatehouse/testing/processes'
import { startRelyingParty, type RelyingParty } from '@gatehouse/testing/providers'
import type { Gateways } from '../service/setups.ts'

/** A gateway with its identity service, a real Ory Hydra, and applications that sign people in by them. */
export interface OAuth2Site {
  readonly gateway: GatewayProcess
  readonly hydra: HydraProcess
  /** An application of another party. */
  readonly notebook: RelyingParty
  /** The operator's own: it asks for no consent. */
  readonly intranet: RelyingParty
  stop(): Promise<void>
}

/** Starts all of it; the first call on a machine builds Ory Hydra. The gateway ends with the others of its worker. */
export async function startOAuth2Site(gateways: Gateways): Promise<OAuth2Site> {
  const { origin, start } = await gateways.reserve()
  const page = (path: string) => `${origin}${path}`
  const hydra = await startHydra({
    login: page('/login'),
    registration: page('/registration'),
    consent: page('/consent'),
    logout: page('/logout'),
    error: page('/error'),
    afterLogout: page('/login'),
  })
  const gateway = await start({
    builtIn: true,
    config: { oauth2: hydra.adminUrl },
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
  return {
    gateway,
    hydra,
    notebook,
    intranet,
    async stop() {
      await hydra.stop()
      await notebook.close()
      await intranet.close()
    },
  }
}
