import type { FlowKind } from '@gatehouse/contract/flow'
import { ask } from '../request/ask.server.ts'
import type { PageRequest } from '../request/page-request.ts'
import { entryQuery } from './entry-query.ts'
import { leave } from './detours/leave.server.ts'
import { takeForm } from './kept-form.server.ts'
import type { Notice, Outcome } from './detours/outcome.ts'
import { withOwnSignInName } from './own-sign-in-name.server.ts'
import { readAnswer } from './detours/read-answer.server.ts'

/** A page of a flow, and where it stands. */
export interface FlowPlace<K extends FlowKind> {
  readonly kind: K
  readonly url: URL
  readonly page: PageRequest
}

/** Outcomes after which nothing is left to ask. */
export type Settled<K extends FlowKind> = Exclude<Outcome<K>, { kind: 'restart' | 'replace' | 'leave' }>

/** Makes a new flow. */
export async function createFlow<K extends FlowKind>(place: FlowPlace<K>): Promise<Outcome<K>> {
  const { kind, url, page } = place
  const answer = await ask(page, (client, credentials) => client.createBrowserFlow(kind, entryQuery(url), credentials))
  return readAnswer(answer, { ...place, phase: 'create' }, ({ body }) => ({ kind: 'draw', flow: body, status: 200 }))
}

/** Reads a flow by its id. */
export async function readFlow<K extends FlowKind>(place: FlowPlace<K>, id: string): Promise<Outcome<K>> {
  const { kind, page } = place
  const answer = await ask(page, (client, credentials) => client.getFlow(kind, { id }, credentials))
  return readAnswer(answer, { ...place, phase: 'read' }, ({ body }) => ({ kind: 'draw', flow: body, status: 200 }))
}

/** The flow a page draws: the one its URL names, else a new one. */
export async function startOrResume<K extends FlowKind>(place: FlowPlace<K>): Promise<Settled<K>> {
  const id = place.url.searchParams.get('flow')
  const settled = await settle(place, id === null || id === '' ? await createFlow(place) : await readFlow(place, id))
  // A visitor who only looked did nothing wrong: whatever became of the old flow, this page is fine.
  if (settled.kind !== 'draw') return settled
  const kept = place.kind === 'settings' ? await withKeptForm(place, settled) : undefined
  if (kept !== undefined) return kept
  return { ...settled, status: 200, flow: await withOwnSignInName<K>(place.page, settled.flow) }
}

/** Settings that were sent after the session had ended, once the same person has signed in again. */
async function withKeptForm<K extends FlowKind>(
  place: FlowPlace<K>,
  { flow }: Extract<Settled<K>, { kind: 'draw' }>,
): Promise<Settled<K> | undefined> {
  // Nobody reads the form of somebody else.
  const isOwn = async (id: string) => (await readFlow(place, id)).kind === 'draw'
  const filled = await takeForm(place.page, flow, isOwn)
  return filled && { kind: 'draw', flow: filled, status: 200, notice: 'replaced' }
}

/** Follows an outcome that leads to another flow: at most one replacement and one new flow, never a loop. */
export async function settle<K extends FlowKind>(place: FlowPlace<K>, outcome: Outcome<K>): Promise<Settled<K>> {
  if (outcome.kind === 'replace') {
    const replacement = await readFlow(place, outcome.flowId)
    if (replacement.kind === 'draw') return { ...replacement, status: outcome.status, notice: 'replaced' }
    return settle(place, replacement.kind === 'replace' ? lost(outcome.status) : replacement)
  }
  if (outcome.kind === 'restart') {
    const fresh = await createFlow(place)
    if (fresh.kind === 'draw') return { ...fresh, status: outcome.status, notice: outcome.notice }
    if (fresh.kind === 'restart' || fresh.kind === 'replace') {
      throw new Error(`A new ${place.kind} flow was answered as if it were an old one`)
    }
    return fresh.kind === 'leave' ? leave(place.url, place.page) : fresh
  }
  return outcome.kind === 'leave' ? leave(place.url, place.page) : outcome
}

function lost(status: number): { readonly kind: 'restart'; readonly notice: Notice; readonly status: number } {
  return { kind: 'restart', notice: 'expired', status }
}
