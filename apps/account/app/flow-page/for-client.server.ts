import type { Flow, OAuth2Client } from '@gatehouse/contract/flows'
import { clientFacts } from '../oauth2/client-facts.ts'
import type { PageRequest } from '../request/page-request.ts'
import type { DrawnFlow } from './drawn-flow.ts'

/** What a page tells of the application that a flow is for; nothing where it is for none. */
export function forClient(flow: Flow, { publicOrigin }: PageRequest): Pick<DrawnFlow, 'application'> {
  if (!('oauth2_login_challenge' in flow) || !flow.oauth2_login_challenge) return {}
  const query = new URLSearchParams({ login_challenge: flow.oauth2_login_challenge })
  const client = clientOf(flow.oauth2_login_request)
  return {
    application: {
      signIn: `${publicOrigin}/login?${query}`,
      ...(client && { name: clientFacts(client, []).name }),
    },
  }
}

/** Services tell of the request as the OAuth2 server does; some not at once. */
function clientOf(request: unknown): OAuth2Client | undefined {
  if (typeof request !== 'object' || request === null || !('client' in request)) return undefined
  const { client } = request
  const isClient = typeof client === 'object' && client !== null && 'client_id' in client
  return isClient ? (client as OAuth2Client) : undefined
}
