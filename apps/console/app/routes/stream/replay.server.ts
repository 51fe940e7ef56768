import type { ProjectContext } from '../../control-plane/scope.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

/** A wish to send events again: from when on, and how many that would be. */
export interface ReplayWish {
  /** As the field has it: `2026-11-22T09:00`, in UTC. Empty: no replay is requested. */
  readonly typed: string
  /** RFC 3339; absent: it is no time. */
  readonly since: string | undefined
  readonly events: number | undefined
  /** The fault of the input, if any. */
  readonly fault: string | undefined
}

/** Reads the wish that an address carries, and asks how many events it means. Nothing is sent. */
export async function readReplayWish(
  page: ConsoleRequest,
  scope: ProjectContext,
  id: string,
  search: URLSearchParams,
): Promise<ReplayWish> {
  const typed = search.get('since') ?? ''
  const nothing = { typed, since: undefined, events: undefined, fault: undefined }
  if (!search.has('since') || !scope.may('replayEventStream')) return nothing
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d)?$/.test(typed) ? new Date(`${typed}Z`) : new Date(Number.NaN)
  if (Number.isNaN(at.getTime())) return { ...nothing, fault: page.t('console_events:fault.since') }
  const since = at.toISOString()
  const asked = await scope.call('replayEventStream', {
    params: { event_stream_id: id },
    body: { since, dry_run: true },
  })
  if (asked.kind === 'refused') return { ...nothing, fault: asked.reason }
  return { ...nothing, since, events: 'events' in asked.body ? asked.body.events : undefined }
}
