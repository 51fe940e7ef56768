import { keptFor, sound, type HealthCheck } from '../process/health.ts'

/** A single overdue message may be the recipient's fault; this many are the mail server's. */
const mostOverdue = 10
/** The interval of checks, in milliseconds: each queries every project's database, and any client may request it. */
const lookMs = 5_000

/** The counts of waiting messages. */
export interface WaitingMessages {
  /** Returns how many have waited for minutes. */
  messagesOverdue(): Promise<number>
  /** Returns whether the carrier of any project accepts no messages. */
  carriersFail(): Promise<boolean>
}

/**
 * Checks whether messages are delivered in time. If that is unknown, the database is unreachable, which the check of
 * the database reports: requests are answered without knowing it.
 */
export function mailCheck(messages: WaitingMessages): HealthCheck {
  return keptFor(lookMs, async () => {
    const asked = Promise.all([messages.messagesOverdue(), messages.carriersFail()])
    const [overdue, fail] = await asked.catch(() => [undefined, undefined])
    if (overdue === undefined) return { kind: 'degraded', what: 'not available' }
    if (fail) return { kind: 'degraded', what: 'not delivered', isLogged: true }
    return overdue < mostOverdue ? sound : { kind: 'degraded', what: 'backlog' }
  })
}
