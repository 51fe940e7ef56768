import type { BrandingPart } from '@gatehouse/contract/control-plane'
import { data, redirect } from 'react-router'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { forbidden } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'
import type { BrandingAnswer } from './branding-answer.ts'
import { type Drafted, keepDraft, publishDraft, restoreVersion, workedOn } from './drafting.server.ts'
import type { BrandDocument } from './document.ts'

/** A form of a page that drafts and publishes, and the change that its fields make to the document. */
export interface BrandingForm {
  readonly intent: string
  readonly field: (name: string) => string
  readonly read: (before: BrandDocument) => Promise<{
    readonly document: BrandDocument
    readonly refused: Readonly<Record<string, string>>
  }>
}

/**
 * Answers every form of such a page: saves a draft, publishes it, publishes it over another version, discards it, or
 * publishes an earlier version again.
 */
export async function answerBranding(
  page: ConsoleRequest,
  scope: ProjectContext,
  part: BrandingPart,
  { intent, field, read }: BrandingForm,
): Promise<Response | ReturnType<typeof data<BrandingAnswer>>> {
  const back = (): Response => redirect(page.here, 303)
  if (intent === 'discard') {
    const done = await scope.call('discardBrandingDraft', { params: { part } })
    if (done.kind === 'refused') return refusal(page, done)
    setNotice(page, 'console_branding:done.discarded')
    return back()
  }
  if (intent === 'restore') {
    const restored = await restoreVersion(scope, part, field('version'), field('present'))
    return restored.kind === 'published'
      ? published(page, back, 'console_branding:done.restored')
      : drafted(page, restored)
  }
  const state = await scope.load('getBranding', { params: { part } })
  const { document, refused } = await read(workedOn(state))
  const version = field('draft_version') === '' ? null : Number(field('draft_version'))
  const base = intent === 'publish_over' ? state.version : undefined
  const kept = await keepDraft(scope, part, { document, version, base })
  if (kept.kind !== 'kept') return drafted(page, kept, document)
  if (Object.keys(refused).length > 0) return answer({ kind: 'faulty', fields: refused }, 400)
  if (intent !== 'publish' && intent !== 'publish_over') return answer({ kind: 'kept' }, 200)
  const outcome = await publishDraft(scope, part, kept.state.draft?.version ?? 0)
  return outcome.kind === 'published'
    ? published(page, back, 'console_branding:done.published')
    : drafted(page, outcome)
}

function published(
  page: ConsoleRequest,
  back: () => Response,
  notice: 'console_branding:done.published' | 'console_branding:done.restored',
): Response {
  setNotice(page, notice)
  return back()
}

function drafted(page: ConsoleRequest, outcome: Drafted, typed?: BrandDocument) {
  if (outcome.kind === 'refused') return refusal(page, outcome.refused, typed)
  if (outcome.kind === 'stale') return answer({ kind: 'stale', what: outcome.what, typed }, 409)
  return answer({ kind: 'kept' }, 200)
}

function refusal(
  page: ConsoleRequest,
  refused: Extract<Drafted, { kind: 'refused' }>['refused'],
  typed?: BrandDocument,
) {
  if (refused.status === 403 && refused.id !== 'quota_exceeded') throw forbidden(page, refused.reason)
  return answer({ kind: 'refused', reason: refused.reason, faults: refused.faults, typed }, refused.status)
}

const answer = (body: BrandingAnswer, status: number) => data<BrandingAnswer>(body, status)
