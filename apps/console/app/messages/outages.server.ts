import { nextPageToken } from '@gatehouse/client/admin-client'
import type { CourierMessage } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import type { Fault } from './fault.ts'

/** A carrier that takes no messages at present. */
export interface Outage {
  readonly channel: CourierMessage['type']
  readonly fault: Fault
  /** RFC 3339. */
  readonly since: string
  readonly waiting: number
  /** There are more than were counted. */
  readonly isLeast: boolean
}

/** The most messages that are counted. */
const mostCounted = 250

/** Returns outages whose end messages wait for; none if the role does not include messages, or a Kratos answers. */
export async function loadOutages(scope: ProjectContext): Promise<readonly Outage[]> {
  if (!scope.may('listCourierMessages')) return []
  const waiting = await scope.admin.listCourierMessages({ status: 'queued', page_size: mostCounted, redacted: true })
  if (waiting.kind !== 'ok') return []
  const isLeast = nextPageToken(waiting.headers) !== undefined
  return (['email', 'phone'] as const).flatMap((channel) => {
    const held = waiting.body.filter((one) => one.type === channel && one.held_since !== undefined)
    const [first] = held
    if (first?.held_since === undefined) return []
    const fault = { text: first.last_error ?? '', kind: first.last_error_kind }
    return [{ channel, fault, since: first.held_since, waiting: held.length, isLeast }]
  })
}
