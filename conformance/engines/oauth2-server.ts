import { createHydraBrowser, type HydraBrowser } from '@gatehouse/testing/browser'
import { startHydra } from '@gatehouse/testing/processes'

/** The origin of the pages of all profiles. No server listens there. */
const pages = 'http://127.0.0.1:4455'
const callback = `${pages}/app`

/** The Ory Hydra of a profile, with one client. */
export interface OAuth2Server {
  readonly adminUrl: string
  /** A new browser. */
  browser(): HydraBrowser
  stop(): Promise<unknown>
}

/** Starts it; the first call on a machine builds it. */
export async function startOAuth2Server(): Promise<OAuth2Server> {
  const hydra = await startHydra({
    login: `${pages}/login`,
    consent: `${pages}/consent`,
    logout: `${pages}/logout`,
    error: `${pages}/error`,
  })
  const client = await hydra.createClient({
    client_name: 'Notebook',
    redirect_uris: [callback],
    scope: 'openid email',
    grant_types: ['authorization_code'],
    response_types: ['code'],
  })
  return {
    adminUrl: hydra.adminUrl,
    stop: () => hydra.stop(),
    browser: () => createHydraBrowser(hydra.publicUrl, client, callback),
  }
}
