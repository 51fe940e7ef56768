import { createVisitor } from '@gatehouse/testing/cookie-jar'
import { startHydra } from '@gatehouse/testing/hydra-process'
import type { HydraClient, HydraProcess } from '@gatehouse/testing/hydra-process'

import { pages, service } from '../flows/desk.fixture.ts'

/** Where the client of these tests gets its answers. */
export const callback = 'http://client.example.test/callback'

/** A real Ory Hydra with one client, whose pages are those of the desk. */
export interface AuthorizationServer extends HydraProcess {
  readonly client: HydraClient
  /** A browser as Ory Hydra sees it, with its own cookies. */
  browser(): HydraBrowser
}

export interface HydraBrowser {
  /** Begins an authorization; answers the challenge that the sign-in page would get. */
  authorize(parameters?: Readonly<Record<string, string>>): Promise<string>
  /** Opens an address and answers where it leads. */
  open(url: string): Promise<URL>
}

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
  return { ...hydra, client, browser: () => createHydraBrowser(hydra.publicUrl, client) }
}

function createHydraBrowser(publicUrl: string, { client_id: clientId }: HydraClient): HydraBrowser {
  const visitor = createVisitor((request) => fetch(request))
  const open = async (url: string): Promise<URL> => {
    const answer = await visitor.fetch(url)
    const location = answer.headers.get('location')
    if (location === null) throw new Error(`${url} leads nowhere (${answer.status}): ${await answer.text()}`)
    return new URL(location)
  }
  return {
    open,
    async authorize(parameters = {}) {
      const query = new URLSearchParams({
        client_id: clientId,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: callback,
        state: 'a-state-of-the-client',
        ...parameters,
      })
      const led = await open(`${publicUrl}/oauth2/auth?${query}`)
      const challenge = led.searchParams.get('login_challenge')
      if (challenge === null) throw new Error(`no sign-in was asked for: ${led.href}`)
      return challenge
    },
  }
}
