import { createHash } from 'node:crypto'

import { decodeJwt } from 'jose'

import type { ProofOfOneUse } from '../../flows/model/attempt.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { OidcDependencies } from './dependencies.ts'

/** Beyond the end of a token: what its verification tolerates between two clocks, in milliseconds. */
const toleranceMs = 60_000

/**
 * Notes that an id token was handed in with this flow, and answers what a session that it opens uses up. Nothing: it was
 * handed in with another flow, or was used. An app that is asked for more traits hands in the same token again.
 */
export async function handedInWith(
  { flows }: Pick<OidcDependencies, 'flows'>,
  flow: Pick<StoredFlow, 'id' | 'state'>,
  token: string,
  now: number,
): Promise<ProofOfOneUse | undefined> {
  const { id, expiresAt } = oneUseOf(token)
  const handed = `id_token:${digestOf(token)}`
  const payload = { flow: flow.id }
  if (await flows.insertContinuityOnce({ id: handed, identityId: undefined, payload, expiresAt })) {
    return { id, expiresAt }
  }
  const known = await flows.findContinuity(handed, now)
  const isOver = known?.payload['flow'] !== flow.id || flow.state === 'passed_challenge'
  return isOver || (await flows.findContinuity(id, now)) ? undefined : { id, expiresAt }
}

/** What a session uses up that an id token opens, whichever way the token came. Throws where it is no token. */
export function oneUseOf(token: string): ProofOfOneUse {
  const { exp = 0 } = decodeJwt(token)
  return { id: `id_token_used:${digestOf(token)}`, expiresAt: exp * 1000 + toleranceMs }
}

/** Of what is signed: one token can have several signatures that are good. */
function digestOf(token: string): string {
  const signed = token.split('.', 2).join('.')
  return createHash('sha256').update(signed).digest('base64url')
}
