import { createHash } from 'node:crypto'

import { decodeJwt } from 'jose'

import type { SingleUseProof } from '../../flows/model/attempt.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { OidcDependencies } from './dependencies.ts'

/** The tolerance of the verification between two clocks, added to a token's end, in milliseconds. */
const toleranceMs = 60_000

/**
 * Records that an id token was submitted with this flow, and returns the proof that its session uses up. Nothing: it
 * was submitted with another flow, or was used. An app that has to add traits submits the same token again.
 */
export async function handedInWith(
  { flows }: Pick<OidcDependencies, 'flows'>,
  flow: Pick<StoredFlow, 'id' | 'state'>,
  token: string,
  now: number,
): Promise<SingleUseProof | undefined> {
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

/** Returns the proof that a session opened by an id token uses up, in any flow. Throws if it is no token. */
export function oneUseOf(token: string): SingleUseProof {
  const { exp = 0 } = decodeJwt(token)
  return { id: `id_token_used:${digestOf(token)}`, expiresAt: exp * 1000 + toleranceMs }
}

/** Hashes the signed part: one token can have several valid signatures. */
function digestOf(token: string): string {
  const signed = token.split('.', 2).join('.')
  return createHash('sha256').update(signed).digest('base64url')
}
