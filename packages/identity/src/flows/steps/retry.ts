import type { FlowKind, Message } from '@gatehouse/contract/flows'

import { sameRequest } from '../oauth2/carried-request.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret, type CsrfSecret } from '../http/csrf.ts'
import { flowPage, publicUrl, withParameters } from '../presentation/present.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import { requestUrl } from '../http/query.ts'
import type { Refusal } from '../../http/answer.ts'
import { secretFor, type RequestContext } from '../http/request-context.ts'

/** Opens a new flow of the kind. */
export type Opener = (request: {
  readonly type: StoredFlow['type']
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly now: number
  readonly messages: readonly Message[]
  readonly details: FlowDetails
}) => Promise<StoredFlow>

/**
 * Answers a recovery or verification that cannot continue with a new flow that says why. Browsers are redirected to its
 * page, JSON clients to its data, unless `tell` names the new flow in an error.
 */
export async function retry(
  context: Pick<FlowContext, 'config' | 'csrf'>,
  request: RequestContext,
  flow: StoredFlow & { readonly kind: Extract<FlowKind, 'recovery' | 'verification'> },
  open: Opener,
  options: {
    readonly message: Message
    /** The anti-CSRF secret is replaced too; other flows of this browser end. */
    readonly rotates: boolean
    /** The new flow serves this request, not the purpose that the old one was started for. */
    readonly startsAfresh?: boolean
    readonly tell?: (successor: StoredFlow) => Refusal
  },
): Promise<Outcome> {
  const { secret, cookies } = secretOf(context, request, flow, options.rotates)
  const successor = await open({
    type: flow.type,
    requestUrl: options.startsAfresh ? requestUrl(context.config.publicBaseUrl, request) : flow.requestUrl,
    returnTo: options.startsAfresh ? undefined : flow.returnTo,
    secret,
    now: request.now,
    messages: [options.message],
    // The new flow carries on the same OAuth2 request.
    details: sameRequest(flow.details),
  })
  const page = { location: flowPage(context.config, successor), status: 303 } as const
  const native = flow.type === 'api'
  if (options.tell) return { kind: 'refused', native, refusal: options.tell(successor), page, cookies }
  if (!native && !request.wantsJson) return { kind: 'redirect', ...page, cookies }
  const data = publicUrl(context.config.publicBaseUrl, `/self-service/${flow.kind}/flows`)
  return { kind: 'redirect', status: 303, location: withParameters(data, { id: successor.id }), cookies }
}

function secretOf(
  { csrf }: Pick<FlowContext, 'csrf'>,
  request: RequestContext,
  { type }: StoredFlow,
  rotates: boolean,
) {
  if (!rotates) return secretFor(type, request, csrf)
  // On the wire native answers rotate the cookie as well, although native flows are bound to none.
  const secret = newCsrfSecret()
  return { secret: type === 'browser' ? secret : undefined, cookies: [csrf.write(secret)] }
}

/** Returns an error that names the flow to continue with. */
export function replacedRefusal(successorId: string, details?: Readonly<Record<string, unknown>>): Refusal {
  return {
    code: 410,
    id: 'self_service_flow_replaced',
    reason: 'This flow cannot go on; please use the new one.',
    message: 'the flow was replaced',
    ...(details && { details }),
    siblings: { use_flow_id: successorId },
  }
}
