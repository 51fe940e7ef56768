import { keptFor, sound, type HealthCheck } from '../process/health.ts'

/** One that stays may be a recipient's fault; so many are the mail server's. */
const mostOverdue = 10
/** Looking asks every project's database, and anybody may ask for it. In milliseconds. */
const lookMs = 15_000

/**
 * Whether messages wait too long. Where that cannot be seen, a database is lost, which is for the check of the database to
 * judge: requests are answered without knowing it.
 */
export function mailCheck(messagesOverdue: () => Promise<number>): HealthCheck {
  return keptFor(lookMs, async () => {
    const overdue = await messagesOverdue().catch(() => undefined)
    if (overdue === undefined) return { kind: 'degraded', what: 'not available' }
    return overdue < mostOverdue ? sound : { kind: 'degraded', what: 'backlog' }
  })
}
