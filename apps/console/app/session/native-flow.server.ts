import type { Answer } from '@gatehouse/client/client'
import type { FlowByKind, SubmitResultByKind, UiNode } from '@gatehouse/contract/flows'
import { localizeFlow } from '@gatehouse/i18n/translator'
import { identityRefused } from '../failure/fail.server.ts'
import { reach } from '../failure/reach.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { sessionTokenOf } from './session-cookie.server.ts'

/** The flows by which a person gets a session here, or proves an address. */
export type EntryKind = 'login' | 'registration' | 'verification'

/** A native flow, as far as the console asks for one. */
export interface FlowWish<K extends EntryKind> {
  readonly kind: K
  /** The id of the flow to continue; absent: a new one. */
  readonly id: string | undefined
  /** A second factor for the session there is. */
  readonly secondFactor: boolean
}

/** The outcome of a step of a flow. */
export type FlowStep<K extends EntryKind> =
  | { readonly kind: 'draw'; readonly flow: FlowByKind[K]; readonly status: 200 | 400 }
  | { readonly kind: 'done'; readonly result: SubmitResultByKind[K] }
  /** The flow is unknown or too old. */
  | { readonly kind: 'gone' }
  /** The session that was to be strengthened is not there any more. */
  | { readonly kind: 'signed_out' }
  /** The session meets the requirement already. */
  | { readonly kind: 'needless' }

/** Starts a flow, or reads the one that the address names. */
export async function openFlow<K extends EntryKind>(page: ConsoleRequest, wish: FlowWish<K>): Promise<FlowStep<K>> {
  const { kind, id, secondFactor } = wish
  const answer = await reach(page, () =>
    id === undefined
      ? page.client.createNativeFlow(kind, secondFactor ? { aal: 'aal2' } : {}, credentials(page, wish))
      : page.client.getFlow(kind, { id }, credentials(page, wish)),
  )
  if (answer.kind === 'ok' || answer.kind === 'flow') {
    return { kind: 'draw', flow: drawable(page, answer.kind === 'ok' ? answer.body : answer.flow), status: 200 }
  }
  return stepAfter(page, answer)
}

/** Hands a submitted form to the identity service. */
export async function submitFlow<K extends EntryKind>(
  page: ConsoleRequest,
  wish: FlowWish<K>,
  body: URLSearchParams,
): Promise<FlowStep<K>> {
  const { kind, id } = wish
  if (id === undefined) return { kind: 'gone' }
  const answer = await reach(page, () => page.client.updateFlow(kind, { flow: id, body }, credentials(page, wish)))
  if (answer.kind === 'ok') return { kind: 'done', result: answer.body }
  if (answer.kind === 'flow') return { kind: 'draw', flow: drawable(page, answer.flow), status: 400 }
  return stepAfter(page, answer)
}

/** Methods that a native flow can finish on these pages: the others need a browser at the identity service's own host. */
const groups: readonly string[] = [
  'default',
  'password',
  'code',
  'totp',
  'lookup_secret',
  'identifier_first',
  'profile',
]

function drawable<K extends EntryKind>({ t }: ConsoleRequest, flow: FlowByKind[K]): FlowByKind[K] {
  const nodes = flow.ui.nodes.filter(({ group }) => groups.includes(group)).map(withoutPassword)
  return localizeFlow({ ...flow, request_url: '', ui: { ...flow.ui, action: '', nodes } }, t)
}

function withoutPassword(node: UiNode): UiNode {
  const { attributes } = node
  if (attributes.node_type !== 'input' || attributes.type !== 'password') return node
  return { ...node, attributes: { ...attributes, value: '' } }
}

// A first factor begins with nothing: a signed-in person may sign in as another. An address is proved by the
// session of its account: a proof without one would remove what was there before.
function credentials(page: ConsoleRequest, { kind, secondFactor }: FlowWish<EntryKind>) {
  const isOfSession = secondFactor || kind === 'verification'
  return { forward: page.forward, ...(isOfSession && { sessionToken: sessionTokenOf(page) }) }
}

function stepAfter<K extends EntryKind>(
  page: ConsoleRequest,
  answer: Exclude<Answer<unknown>, { kind: 'ok' | 'flow' }>,
): FlowStep<K> {
  if (answer.kind === 'redirect') throw new TypeError('A native flow was answered with a redirect')
  const { id } = answer.envelope.error
  if (id === 'session_already_available') return { kind: 'needless' }
  if (answer.status === 401) return { kind: 'signed_out' }
  if (answer.status === 404 || answer.status === 410) return { kind: 'gone' }
  throw identityRefused(page, answer)
}
