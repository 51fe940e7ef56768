import { freePorts } from '@gatehouse/testing/free-port'
import { startGateway, type GatewayProcess } from '@gatehouse/testing/gateway-process'
import { startHydra, type HydraProcess } from '@gatehouse/testing/hydra-process'
import { startRelyingParty, type RelyingParty } from '@gatehouse/testing/relying-party'

/** A gateway with its embedded identity service, a real Ory Hydra, and applications that sign people in by them. */
export interface OAuth2Site {
  readonly gateway: GatewayProcess
  readonly hydra: HydraProcess
  /** Somebody else's application. */
  readonly notebook: RelyingParty
  /** The operator's own: nobody is asked. */
  readonly intranet: RelyingParty
  stop(): Promise<void>
}

/** Starts all of it; the first call on a machine builds Ory Hydra. */
export async function startOAuth2Site(): Promise<OAuth2Site> {
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
  return {
    gateway,
    hydra,
    notebook,
    intranet,
    async stop() {
      await gateway.stop()
      await hydra.stop()
      await notebook.close()
      await intranet.close()
    },
  }
}
