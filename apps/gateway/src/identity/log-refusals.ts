import type { IdentityServiceDeps } from '@gatehouse/identity/service'
import type { Log } from '@gatehouse/platform/log'

type HearEvent = NonNullable<IdentityServiceDeps['onEvent']>

/** What an event about a refusal says of it: nothing that was typed. */
interface Refusal {
  readonly method?: string
  readonly reason?: string
  readonly message_ids?: readonly number[]
}

/**
 * Writes a line for each submission that was refused, a sign-in or a sign-up as any other: by which method, why, and with
 * which messages, beside the id of the request and of the flow.
 */
export function logRefusals(log: Log, project?: string): HearEvent {
  return ({ type, data, flowId, requestId }) => {
    if (!type.endsWith('Failed')) return
    const { method, reason, message_ids: messages }: Refusal = data
    if (messages === undefined) return
    const flow = type.slice(0, -'Failed'.length).toLowerCase()
    log.info({ requestId, project, flow, flowId, method, reason, messages }, 'a submission was refused')
  }
}
