import type { Flow } from '@gatehouse/contract/flows'
import { personName } from '@gatehouse/contract/identities'
import type { DrawnFlow } from '../drawn-flow.ts'
import { ask } from '../../request/ask.server.ts'
import type { PageRequest } from '../../request/page-request.ts'
import { lastFactor, signingInAs } from './second-step-cookies.server.ts'

/**
 * Whose sign-in goes on here, and which second factor they used last. A service may say nothing of a session that lacks
 * its second factor; then this browser knows the name that was typed, if one was.
 */
export async function knownAtSecondStep(flow: Flow, page: PageRequest): Promise<Pick<DrawnFlow, 'person' | 'factor'>> {
  if (!('requested_aal' in flow) || (flow.requested_aal !== 'aal2' && !flow.refresh)) return {}
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const identity = answer.kind === 'ok' ? answer.body.identity : null
  const person = identity === null ? signingInAs(page) : (addressOf(identity) ?? personName(identity))
  const factor = lastFactor(page)
  return { ...(person !== undefined && { person }), ...(factor !== undefined && { factor }) }
}

function addressOf({ verifiable_addresses: addresses = [] }: Parameters<typeof personName>[0]): string | undefined {
  return addresses?.[0]?.value
}
