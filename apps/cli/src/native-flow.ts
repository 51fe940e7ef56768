import type { IdentityClient, Query } from '@gatehouse/client/client'
import type { Flow, FlowByKind, SubmitResultByKind } from '@gatehouse/contract/flows'
import { CommandFailure, refusal } from './command-failure.ts'
import { fillIn, type Conversation } from './fill-in.ts'
import type { Localize } from './language.ts'

/** The flows a terminal walks through. */
export type TerminalFlowKind = 'login' | 'registration' | 'recovery' | 'verification'

/** The flow to walk through, and the answers that are known beforehand. */
export interface NativeFlowOptions<K extends TerminalFlowKind> {
  readonly client: IdentityClient
  readonly kind: K
  readonly query?: Query
  readonly sessionToken?: string | undefined
  /** The method to use if the service offers several. */
  readonly method?: string | undefined
  /** Goes on with a flow that was begun before. */
  readonly flow?: string | undefined
  /** Answers given beforehand, by field name. Each is used once, so that the command asks for a refused one. */
  readonly given: ReadonlyMap<string, string>
  readonly conversation: Conversation
  /** The language of questions and messages; without it, the service's. */
  readonly localize?: Localize | undefined
}

/** Walks through a native flow until the service accepts: draws its nodes, asks, submits, repeats. */
export async function walkFlow<K extends TerminalFlowKind>(
  options: NativeFlowOptions<K>,
): Promise<SubmitResultByKind[K]> {
  const { client, kind, localize = asItIs } = options
  const given = new Map(options.given)
  const credentials = { sessionToken: options.sessionToken }
  let flow = await open(options)
  for (;;) {
    const body = await fillIn(localize(flow), options, given)
    const answer = await client.updateFlow(kind, { flow: flow.id, body }, credentials)
    if (answer.kind === 'ok') {
      const next = unfinished(kind, answer.body)
      if (next === undefined) return answer.body
      flow = next
    } else if (answer.kind === 'flow') {
      flow = answer.flow
    } else {
      const next = nextFlowId(answer)
      if (next === undefined) throw failureOf(answer)
      flow = await read(options, next)
    }
  }
}

const asItIs: Localize = (flow) => flow

async function open<K extends TerminalFlowKind>(options: NativeFlowOptions<K>): Promise<FlowByKind[K]> {
  if (options.flow !== undefined) return read(options, options.flow)
  const start = await options.client.createNativeFlow(options.kind, options.query, {
    sessionToken: options.sessionToken,
  })
  if (start.kind !== 'ok') throw failureOf(start)
  return start.body
}

async function read<K extends TerminalFlowKind>(
  { client, kind, sessionToken }: NativeFlowOptions<K>,
  id: string,
): Promise<FlowByKind[K]> {
  const answer = await client.getFlow(kind, { id }, { sessionToken })
  if (answer.kind !== 'ok') throw failureOf(answer)
  return answer.body
}

/**
 * Returns the flow of an unfinished answer: recovery and verification answer every step with their flow. A link is
 * opened in a browser: the flow ends here.
 */
function unfinished<K extends TerminalFlowKind>(kind: K, body: SubmitResultByKind[K]): FlowByKind[K] | undefined {
  if (!isFlow(kind, body)) return undefined
  const { state, active } = body
  return state === 'passed_challenge' || (active === 'link' && state === 'sent_email') ? undefined : body
}

type WithState = Extract<Flow, { readonly state: string }>

function isFlow<K extends TerminalFlowKind>(
  kind: K,
  body: SubmitResultByKind[K],
): body is SubmitResultByKind[K] & FlowByKind[K] & WithState {
  return (kind === 'recovery' || kind === 'verification') && 'ui' in body
}

type Outcome = Awaited<ReturnType<IdentityClient['updateFlow']>>

/** Returns the id of the flow that replaces an expired or finished one. */
function nextFlowId(answer: Outcome): string | undefined {
  if (answer.kind === 'error') return answer.envelope.use_flow_id
  if (answer.kind !== 'redirect' || !URL.canParse(answer.location)) return undefined
  const { pathname, searchParams } = new URL(answer.location)
  return pathname.endsWith('/flows') ? (searchParams.get('id') ?? undefined) : undefined
}

/** Returns the reason why a terminal cannot continue. */
export function failureOf(answer: Outcome): CommandFailure {
  if (answer.kind !== 'error') {
    return new CommandFailure('The identity service answered in a way a terminal cannot follow.')
  }
  const { error, redirect_browser_to: address } = answer.envelope
  const isKnown = error.id === 'session_refresh_required' || error.id === 'session_aal2_required'
  return address === undefined || isKnown ? refusal(answer) : new CommandFailure(`This needs a browser: ${address}`)
}
