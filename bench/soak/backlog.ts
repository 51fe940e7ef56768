import { setTimeout as delay } from 'node:timers/promises'
import type { Books } from './books.ts'

/** Mails and events that wait to leave. */
export interface Backlog {
  readonly mails: number
  readonly events: number
}

/** Counts mails that were not sent, and events that were not delivered or not even taken over. */
export async function backlog(books: Books): Promise<Backlog> {
  const [row] = await books.rows(
    `SELECT (SELECT count(*) FROM gatehouse_identity.courier_messages
               WHERE status IN ('queued', 'processing') AND withheld = 0) AS mails,
            (SELECT count(*) FROM gatehouse_control.event_deliveries WHERE state = 'pending')
              + (SELECT count(*) FROM gatehouse_identity.events WHERE sequence >
                  (SELECT max(sequence) FROM gatehouse_control.event_stream_cursors WHERE source = 'identity')) AS events`,
  )
  return { mails: Number(row?.['mails']), events: Number(row?.['events']) }
}

/** Whether events can leave at the moment, and the time (Unix milliseconds). */
export interface Sendable {
  /** Whether the receiver of events answers. Mails are tried in any case, and put off if the server does not answer. */
  readonly events: boolean
  readonly now: () => number
}

/** Waits until nothing is due any more, for so many real milliseconds at most; whether that is so. */
export async function settled(books: Books, can: Sendable, mostMs: number): Promise<boolean> {
  const until = performance.now() + mostMs
  for (;;) {
    // oxlint-disable no-await-in-loop -- one look after the other
    const { events } = await backlog(books)
    if ((await dueMails(books, can.now())) === 0 && (events === 0 || !can.events)) return true
    if (performance.now() > until) return false
    await delay(20)
    // oxlint-enable no-await-in-loop
  }
}

async function dueMails(books: Books, now: number): Promise<number> {
  const [row] = await books.rows(
    `SELECT count(*) AS total FROM gatehouse_identity.courier_messages
     WHERE withheld = 0 AND (status = 'processing' OR status = 'queued' AND due_at <= ${now})`,
  )
  return Number(row?.['total'])
}
