import { createHash, randomInt } from 'node:crypto'
import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { parameter } from '../http/query.ts'
import type { RequestContext } from '../http/request-context.ts'
import { isObject } from '../http/submission.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import { withParameters } from '../presentation/present.ts'
import { owesSecondFactor, presentIssuedSession } from '../steps/sign-in.ts'

/** Exchanges an app's two codes for the session that a browser has opened for it. */
export async function exchangeToken(context: FlowContext, request: RequestContext): Promise<Outcome> {
  const first = parameter(request, 'init_code')
  const second = parameter(request, 'return_to_code')
  if (first === undefined || second === undefined) {
    return refuse(400, 'The query parameters "init_code" and "return_to_code" are both needed.')
  }
  const token = await findSession(context, first, second, request.now)
  const found = token === undefined ? undefined : await context.sessions.byToken(token, request.now)
  if (token === undefined || found?.kind !== 'signed_in') return refuse(404, 'There is no session for these codes.')
  const entered = { ...found, cookies: [] }
  // The device is the browser's, not the app's.
  const session = presentIssuedSession(context, entered, request.now, { devices: false })
  const body = {
    session_token: token,
    session: owesSecondFactor(context, entered) ? { ...session, identity: null } : session,
  }
  return { kind: 'done', native: true, body, location: context.config.selfservice.defaultReturnUrl }
}

function refuse(code: 400 | 404, reason: string): Outcome {
  return { kind: 'refused', native: true, refusal: { code, reason } }
}

/**
 * Returns the browser's answer at the end of a flow that an app started. The browser never receives the session, only a
 * redirect to the app with one half of the code, which is useless without the app's half.
 */
export async function handOver(
  context: Pick<FlowContext, 'config' | 'flows' | 'returnUrls' | 'seals'>,
  { flow, method }: { readonly flow: StoredFlow; readonly method: string },
  outcome: Outcome,
): Promise<Outcome> {
  const { exchangeHash: firstHash } = flow.details
  if (firstHash === undefined || flow.type !== 'api') return outcome
  const { returnUrls, config } = context
  const { after } = config.selfservice.flows[flow.kind]
  const app = returnUrls.after(flow.returnTo, after, method)
  const cookies = outcome.cookies ?? []
  if (outcome.kind === 'done') {
    const token = isObject(outcome.body) ? outcome.body['session_token'] : undefined
    const code = typeof token === 'string' ? await keepSession(context, flow, firstHash, token) : undefined
    return { kind: 'redirect', status: 303, location: withParameters(app, { code }), cookies }
  }
  if (outcome.kind === 'flow') {
    return { kind: 'redirect', status: 303, location: withParameters(app, { flow: outcome.flow.id }), cookies }
  }
  return outcome
}

/** Creates an app's half of the exchange: the flow stores its hash (`details`), the app gets the code (`extra`). */
export function beginExchange(
  type: FlowType,
  request: RequestContext,
): { readonly details: FlowDetails; readonly extra?: Readonly<Record<string, unknown>> } {
  if (type !== 'api' || request.query.get('return_session_token_exchange_code') !== 'true') return { details: {} }
  const code = newExchangeCode()
  return { details: { exchangeHash: exchangeHash(code) }, extra: { session_token_exchange_code: code } }
}

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

/** Returns a random code: one of two halves that an app exchanges for its session. Each takes a different channel. */
function newExchangeCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
}

/** Returns the hash of the first half; the flow stores only this. */
function exchangeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

type Store = Pick<FlowContext, 'flows' | 'seals'>

/** Keeps a session for the app that started the flow; returns the second half. */
async function keepSession(
  { flows, seals }: Store,
  flow: StoredFlow,
  firstHash: string,
  token: string,
): Promise<string> {
  const code = newExchangeCode()
  const id = containerId(firstHash, code)
  const payload = { sealed: seals.seal(JSON.stringify({ token }), id) }
  await flows.insertContinuity({ id, identityId: undefined, payload, expiresAt: flow.expiresAt })
  return code
}

/** Returns the session token that both halves select. A repeated request gets it again until the flow expires. */
async function findSession(
  { flows, seals }: Store,
  first: string,
  second: string,
  now: number,
): Promise<string | undefined> {
  const id = containerId(exchangeHash(first), second)
  const { sealed } = (await flows.findContinuity(id, now))?.payload ?? {}
  const plain = typeof sealed === 'string' ? seals.open(sealed, id) : undefined
  const kept: unknown = plain === undefined ? undefined : JSON.parse(plain)
  return isObject(kept) && typeof kept['token'] === 'string' ? kept['token'] : undefined
}

function containerId(firstHash: string, second: string): string {
  return `exchange:${createHash('sha256').update(`${firstHash}.${second}`).digest('base64url')}`
}
