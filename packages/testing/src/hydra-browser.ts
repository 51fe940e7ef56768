import { createVisitor } from './cookie-jar.ts'
import type { HydraClient } from './hydra-process.ts'

/** A browser as Ory Hydra sees it, with its own cookies, that opens the addresses of a client or a sign-in. */
export interface HydraBrowser {
  /** Begins an authorization as the client would; returns the challenge that the sign-in page gets. */
  authorize(parameters?: Readonly<Record<string, string>>): Promise<string>
  /** Opens an address and returns the one to which it redirects. Rejects if there is none. */
  open(url: string): Promise<URL>
}

/** Creates a browser. `callback` is the address of the client's answers. */
export function createHydraBrowser(publicUrl: string, client: HydraClient, callback: string): HydraBrowser {
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
        client_id: client.client_id,
        response_type: 'code',
        scope: 'openid email',
        redirect_uri: callback,
        state: 'a-state-of-the-client',
        ...parameters,
      })
      const answer = await open(`${publicUrl}/oauth2/auth?${query}`)
      const challenge = answer.searchParams.get('login_challenge')
      if (challenge === null) throw new Error(`no sign-in was asked for: ${answer.href}`)
      return challenge
    },
  }
}
