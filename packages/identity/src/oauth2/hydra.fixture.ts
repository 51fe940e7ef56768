import { createHydraBrowser, type HydraBrowser } from '@gatehouse/testing/browser'
import { startHydra, type HydraClient, type HydraProcess } from '@gatehouse/testing/processes'

import { pages, service } from '../flows/flow-harness.fixture.ts'

/** The redirect URI of the client of these tests. */
export const callback = 'http://client.example.test/callback'

/** A real Ory Hydra with one client, whose pages are those of the test harness. */
export interface AuthorizationServer extends HydraProcess {
  readonly client: HydraClient
  /** Creates a browser as Ory Hydra sees it, with its own cookies. */
  browser(): HydraBrowser
}

/** Starts it. */
export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const hydra = await startHydra({
    login: `${service}/self-service/login/browser`,
    registration: `${service}/self-service/registration/browser`,
    consent: `${pages}/consent`,
    logout: `${pages}/logout`,
    error: `${pages}/error`,
  })
  const client = await hydra.createClient({
    client_name: 'Notebook',
    redirect_uris: [callback],
    scope: 'openid email profile',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  })
  return { ...hydra, client, browser: () => createHydraBrowser(hydra.publicUrl, client, callback) }
}
