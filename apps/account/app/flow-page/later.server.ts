import type { Flow } from '@gatehouse/contract/flows'
import { ask } from '../request/ask.server.ts'
import type { PageRequest } from '../request/page-request.ts'
import { type Destination, toDestination } from '../request/destination.server.ts'

/**
 * The way on for a signed-in person, who may confirm an address later. The service has checked
 * where its flow leads to. Nothing for other visitors, and on every other page.
 */
export async function laterAddress(flow: Flow, page: PageRequest, url: URL): Promise<{ readonly later?: Destination }> {
  if (url.pathname !== '/verification' || flow.state !== 'sent_email') return {}
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  if (answer.kind !== 'ok') return {}
  const challenge = url.searchParams.get('login_challenge')
  if (challenge !== null)
    return { later: { to: `/login?${new URLSearchParams({ login_challenge: challenge })}`, document: false } }
  return { later: toDestination(flow.return_to || '/', page.publicOrigin) }
}
