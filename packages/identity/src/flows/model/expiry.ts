import type { FlowKind } from '@gatehouse/contract/flows'

import type { Refusal } from '../../http/answer.ts'
import { timestamp } from '../../identities/present.ts'
import type { StoredFlow } from './flow.ts'
import { publicUrl, withParameters } from '../presentation/present.ts'

/** Checks that a flow has expired at `now`, in Unix milliseconds. */
export function isExpired(flow: Pick<StoredFlow, 'expiresAt'>, now: number): boolean {
  return flow.expiresAt <= now
}

/** Returns the address that starts a new flow of this kind and type. */
export function initUrl(
  publicBaseUrl: string,
  flow: Pick<StoredFlow, 'kind' | 'type' | 'returnTo' | 'details'>,
): string {
  const start = publicUrl(publicBaseUrl, `/self-service/${flow.kind}/${flow.type}`)
  const { oauth2LoginChallenge } = flow.details
  const carried = { return_to: flow.returnTo, login_challenge: takesChallenge(flow) ? oauth2LoginChallenge : undefined }
  return flow.type === 'browser' ? withParameters(start, carried) : start
}

function takesChallenge({ kind }: Pick<StoredFlow, 'kind'>): boolean {
  return kind === 'login' || kind === 'registration'
}

/** Refuses a read of an expired flow. Only some kinds carry the error id, as on the wire. */
export function expiredReadRefusal(flow: StoredFlow, publicBaseUrl: string): Refusal {
  const start = initUrl(publicBaseUrl, flow)
  const named = namedKinds.includes(flow.kind) || (flow.kind === 'recovery' && flow.type === 'api')
  return {
    code: 410,
    ...(named && { id: 'self_service_flow_expired' as const }),
    reason: `This ${flow.kind} flow has expired. Start a new one at ${start}`,
    message: 'the flow has expired',
    details: flow.type === 'api' ? { api: start } : { redirect_to: start, return_to: flow.returnTo ?? '' },
  }
}

const namedKinds: readonly FlowKind[] = ['login', 'registration']

/** Refuses the submission of an expired flow: `successorId` is the new one that was prepared. */
export function expiredSubmitRefusal(
  flow: StoredFlow,
  successorId: string,
  now: number,
  details?: Readonly<Record<string, unknown>>,
): Refusal {
  return {
    code: 410,
    id: 'self_service_flow_expired',
    reason: 'This flow has expired; please go on with the new one.',
    message: 'the flow has expired',
    ...(details && { details }),
    siblings: {
      expired_at: timestamp(flow.expiresAt),
      // The wire counts in nanoseconds.
      since: (now - flow.expiresAt) * 1_000_000,
      use_flow_id: successorId,
    },
  }
}
