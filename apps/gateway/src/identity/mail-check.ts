import { keptFor, sound, type HealthCheck } from '../process/health.ts'

/** One that stays may be a recipient's fault; so many are the mail server's. */
const mostOverdue = 10
/** Looking asks every project's database, and anybody may ask for it. In milliseconds. */
const lookMs = 5_000

/** What is known of messages that wait. */
export interface WaitingMessages {
  /** How many have waited for minutes. */
  messagesOverdue(): Promise<number>
  /** Whether a carrier of some project takes none. */
  carriersFail(): Promise<boolean>
}

/**
 * Whether messages are handed over, and wait not too long. Where that cannot be seen, a database is lost, which is for the check of the database to
 * judge: requests are answered without knowing it.
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
