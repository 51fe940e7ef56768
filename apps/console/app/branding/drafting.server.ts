import type { CallResult } from '@gatehouse/client/control-plane'
import type { AnswerOf, BrandingPart } from '@gatehouse/contract/control-plane'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { BrandDocument } from './document.ts'

/** A part of the branding, as the control plane has it. */
export type BrandingState = AnswerOf<'getBranding'>

type Refused = Extract<CallResult<unknown>, { kind: 'refused' }>

/** The outcome of saving a draft, or of publishing it. */
export type Drafted =
  | { readonly kind: 'kept'; readonly state: BrandingState }
  | { readonly kind: 'published' }
  /** Another operator has changed the draft, or published another version, since this one was begun. */
  | { readonly kind: 'stale'; readonly what: 'draft' | 'published'; readonly reason: string }
  | { readonly kind: 'refused'; readonly refused: Refused }

type Scope = Pick<ProjectContext, 'load' | 'call' | 'operator'>

/** Returns the document that is edited: the draft, or else the published one. */
export function workedOn({ draft, published }: BrandingState): BrandDocument {
  return draft?.document ?? published
}

/** Keeps a draft. One that the same operator changed in between, in another tab or by typing on, gives way. */
export async function keepDraft(
  scope: Scope,
  part: BrandingPart,
  given: { readonly document: BrandDocument; readonly version: number | null; readonly base?: string | undefined },
): Promise<Drafted> {
  const put = (version: number | null) =>
    scope.call('setBrandingDraft', {
      params: { part },
      body: { document: { ...given.document }, version, ...(given.base !== undefined && { base: given.base }) },
    })
  const kept = await put(given.version)
  if (kept.kind === 'done') return { kind: 'kept', state: kept.body }
  if (kept.id !== 'stale_revision') return { kind: 'refused', refused: kept }
  const { draft } = await scope.load('getBranding', { params: { part } })
  const isMine = draft === null || draft.actor.id === scope.operator.identityId
  if (!isMine) return { kind: 'stale', what: 'draft', reason: kept.reason }
  const again = await put(draft?.version ?? null)
  return again.kind === 'done' ? { kind: 'kept', state: again.body } : { kind: 'refused', refused: again }
}

/** Publishes the draft of a version. */
export async function publishDraft(scope: Scope, part: BrandingPart, version: number): Promise<Drafted> {
  const done = await scope.call('publishBranding', { params: { part }, body: { version } })
  if (done.kind === 'done') return { kind: 'published' }
  if (done.id === 'stale_revision') return { kind: 'stale', what: 'published', reason: done.reason }
  return { kind: 'refused', refused: done }
}

/** Publishes a former version again; an empty id: the defaults without custom settings. */
export async function restoreVersion(scope: Scope, part: BrandingPart, id: string, present: string): Promise<Drafted> {
  if (id === '') {
    const { draft } = await scope.load('getBranding', { params: { part } })
    const kept = await keepDraft(scope, part, { document: {}, version: draft?.version ?? null, base: present })
    return kept.kind === 'kept' ? publishDraft(scope, part, kept.state.draft?.version ?? 0) : kept
  }
  const done = await scope.call('restoreBrandingVersion', { params: { part, revision_id: id }, body: { present } })
  if (done.kind === 'done') return { kind: 'published' }
  if (done.id === 'stale_revision') return { kind: 'stale', what: 'published', reason: done.reason }
  return { kind: 'refused', refused: done }
}
