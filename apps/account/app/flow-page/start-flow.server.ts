import { type FlowKind, isInputNode, type FlowByKind, type InputNode, type UiNode } from '@gatehouse/contract/flows'
import { ask } from '../request/ask.server.ts'
import { entryQuery } from '../request/entry-query.ts'
import type { PageRequest } from '../request/page-request.ts'
import { leave } from './detours/go-on.server.ts'
import type { Notice, Outcome } from './detours/outcome.ts'
import { readAnswer } from './detours/read-answer.server.ts'
import { keepTyped } from './form/keep-typed.ts'
import { takeForm } from './kept-form.server.ts'

/** A page of a flow, and its address. */
export interface FlowPageContext<K extends FlowKind> {
  readonly kind: K
  readonly url: URL
  readonly page: PageRequest
}

/** Outcomes after which nothing is left to ask. */
export type Settled<K extends FlowKind> = Exclude<Outcome<K>, { kind: 'restart' | 'replace' | 'leave' }>

/** Makes a new flow. */
export async function createFlow<K extends FlowKind>(flowPage: FlowPageContext<K>): Promise<Outcome<K>> {
  const { kind, url, page } = flowPage
  const answer = await ask(page, (client, credentials) => client.createBrowserFlow(kind, entryQuery(url), credentials))
  return readAnswer(answer, { ...flowPage, phase: 'create' }, ({ body }) => ({ kind: 'draw', flow: body, status: 200 }))
}

/** Reads a flow by its id. */
export async function readFlow<K extends FlowKind>(flowPage: FlowPageContext<K>, id: string): Promise<Outcome<K>> {
  const { kind, page } = flowPage
  const answer = await ask(page, (client, credentials) => client.getFlow(kind, { id }, credentials))
  return readAnswer(answer, { ...flowPage, phase: 'read' }, ({ body }) => ({ kind: 'draw', flow: body, status: 200 }))
}

/** Returns the flow a page draws: the one its URL names, else a new one. */
export async function startOrResume<K extends FlowKind>(flowPage: FlowPageContext<K>): Promise<Settled<K>> {
  const id = flowPage.url.searchParams.get('flow')
  const settled = await settle(
    flowPage,
    id === null || id === '' ? await createFlow(flowPage) : await readFlow(flowPage, id),
  )
  // A visitor who only looked did nothing wrong: this page succeeds, whatever the status of the old flow.
  if (settled.kind !== 'draw') return settled
  const kept = flowPage.kind === 'settings' ? await withKeptForm(flowPage, settled) : undefined
  if (kept !== undefined) return kept
  return { ...settled, status: 200, flow: await withOwnSignInName<K>(flowPage.page, settled.flow) }
}

/** Settings that were sent after the session had ended, once the same person has signed in again. */
async function withKeptForm<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  { flow }: Extract<Settled<K>, { kind: 'draw' }>,
): Promise<Settled<K> | undefined> {
  // A form belongs to one account.
  const isOwn = async (id: string) => (await readFlow(flowPage, id)).kind === 'draw'
  const filled = await takeForm(flowPage.page, flow, isOwn)
  return filled && { kind: 'draw', flow: filled, status: 200, notice: 'replaced' }
}

/** Follows an outcome to another flow: at most one replacement and one new flow, never a loop. */
export async function settle<K extends FlowKind>(
  flowPage: FlowPageContext<K>,
  outcome: Outcome<K>,
): Promise<Settled<K>> {
  if (outcome.kind === 'replace') {
    const replacement = await readFlow(flowPage, outcome.flowId)
    if (replacement.kind === 'draw') return { ...replacement, status: outcome.status, notice: 'replaced' }
    return settle(flowPage, replacement.kind === 'replace' ? lost(outcome.status) : replacement)
  }
  if (outcome.kind === 'restart') {
    const fresh = await createFlow(flowPage)
    if (fresh.kind === 'draw') return { ...fresh, status: outcome.status, notice: outcome.notice }
    if (fresh.kind === 'restart' || fresh.kind === 'replace') {
      throw new Error(`A new ${flowPage.kind} flow was answered as if it were an old one`)
    }
    return fresh.kind === 'leave' ? leave(flowPage.url, flowPage.page) : fresh
  }
  return outcome.kind === 'leave' ? leave(flowPage.url, flowPage.page) : outcome
}

function lost(status: number): { readonly kind: 'restart'; readonly notice: Notice; readonly status: number } {
  return { kind: 'restart', notice: 'expired', status }
}

const field = 'identifier'

/**
 * Fills in the sign-in name of a person who confirms their identity. Ory Kratos 1.3 leaves that field open and empty if
 * people may sign in with codes; here it holds the signed-in person's address.
 */
async function withOwnSignInName<K extends FlowKind>(page: PageRequest, flow: FlowByKind[K]): Promise<FlowByKind[K]> {
  const isConfirmation = 'refresh' in flow && flow.refresh && flow.requested_aal === 'aal1'
  if (!isConfirmation || !flow.ui.nodes.some(isOpen)) return flow
  const answer = await ask(page, (client, credentials) => client.toSession({}, credentials))
  const identity = answer.kind === 'ok' ? answer.body.identity : null
  const address = (identity?.verifiable_addresses ?? identity?.recovery_addresses ?? [])[0]
  return address === undefined ? flow : keepTyped(flow, new URLSearchParams({ [field]: address.value }))
}

function isOpen(node: UiNode): node is InputNode {
  if (!isInputNode(node)) return false
  const { name, type, value } = node.attributes
  return name === field && type !== 'hidden' && (value === undefined || value === null || value === '')
}
