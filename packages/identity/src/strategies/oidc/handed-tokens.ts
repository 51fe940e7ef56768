import { createHash } from 'node:crypto'

import { decodeJwt } from 'jose'

import type { StoredFlow } from '../../flows/model/flow.ts'
import type { OidcDependencies } from './dependencies.ts'

/** Beyond the end of a token: what its verification tolerates between two clocks, in milliseconds. */
const toleranceMs = 60_000

/**
 * Notes that an id token was handed in with this flow. False: it was handed in with another one, or this one has come
 * to its end by it. An app that is asked for more traits hands in the same token again. What is remembered is a digest of
 * what is signed: one token can have several signatures that are good.
 */
export async function firstHandedInWith(
  { flows }: Pick<OidcDependencies, 'flows'>,
  flow: Pick<StoredFlow, 'id' | 'state'>,
  token: string,
  now: number,
): Promise<boolean> {
  const signed = token.split('.', 2).join('.')
  const id = `id_token:${createHash('sha256').update(signed).digest('base64url')}`
  const known = await flows.findContinuity(id, now)
  if (known) return known.payload['flow'] === flow.id && flow.state !== 'passed_challenge'
  const { exp = 0 } = decodeJwt(token)
  await flows.insertContinuity({
    id,
    identityId: undefined,
    payload: { flow: flow.id },
    expiresAt: exp * 1000 + toleranceMs,
  })
  return true
}
