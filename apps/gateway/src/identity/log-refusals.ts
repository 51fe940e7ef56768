import type { IdentityServiceDeps } from '@gatehouse/identity/service'
import type { Log } from '@gatehouse/platform/log'

type HearEvent = NonNullable<IdentityServiceDeps['onEvent']>

/** The data of an event about a refusal: no user input. */
interface Refusal {
  readonly method?: string
  readonly reason?: string
  readonly message_ids?: readonly number[]
}

/**
 * Logs each refused submission, including sign-ins and sign-ups: the method, the reason and the messages, with the ids
 * of the request and of the flow.
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
