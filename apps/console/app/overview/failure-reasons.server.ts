import type { ProjectContext } from '../control-plane/scope.server.ts'
import { type ReasonKey, reasonKey } from '../events/words.ts'

/** The reasons why sign-ins failed, most frequent first. */
export interface FailureReasons {
  readonly reasons: readonly { readonly key: ReasonKey; readonly count: number }[]
  /** Only the newest failures were looked at. */
  readonly isCut: boolean
}

/** As many as one page of events has. */
const mostLookedAt = 250

/** Counts the reasons of the failed sign-ins since a moment. Undefined: the role does not include events. */
export async function loadReasons(scope: ProjectContext, start: string): Promise<FailureReasons | undefined> {
  if (!scope.may('listProjectEvents')) return undefined
  const query = { order: 'newest' as const, type: 'LoginFailed', page_size: String(mostLookedAt) }
  const { events, next_page_token: next = '' } = await scope.load('listProjectEvents', { query })
  const recent = events.filter(({ time }) => Date.parse(time) >= Date.parse(start))
  const counts = new Map<ReasonKey, number>()
  for (const event of recent) counts.set(reasonKey(event), (counts.get(reasonKey(event)) ?? 0) + 1)
  const reasons = [...counts].map(([key, count]) => ({ key, count })).toSorted((one, other) => other.count - one.count)
  return { reasons: reasons.slice(0, 6), isCut: next !== '' && recent.length === events.length }
}
