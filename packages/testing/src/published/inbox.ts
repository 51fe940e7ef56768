import { setTimeout as delay } from 'node:timers/promises'
import { ask } from './reach.ts'

/** A mail or a text message that Gatehouse sent. */
export interface Message {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The one-time code in it. */
  readonly code: string | null
  /** The first link in it. */
  readonly link: string | null
  readonly type: string
  readonly template: string
  /** RFC 3339. */
  readonly createdAt: string
}

/** Options of a wait. */
export interface Waiting {
  /** Milliseconds until waiting ends with an error (10,000). */
  readonly timeoutMs?: number
}

/** The messages that Gatehouse sent in development mode. */
export interface Inbox {
  /** All to one recipient, the newest first. */
  messages(to: string): Promise<readonly Message[]>
  /** Waits for the newest message with a code that this inbox has not handed out yet. */
  code(to: string, waiting?: Waiting): Promise<string>
  /** The same with a link. */
  link(to: string, waiting?: Waiting): Promise<string>
}

/** Reads the inbox of a gateway at `url`. */
export function createInbox(url: string): Inbox {
  const handedOut = new Set<string>()

  async function messages(to: string): Promise<readonly Message[]> {
    const found = await ask(`${url}/dev/inbox.json?${new URLSearchParams({ to })}`)
    return Array.isArray(found) ? (found as readonly Message[]) : []
  }

  async function next(to: string, what: 'code' | 'link', { timeoutMs = 10_000 }: Waiting = {}): Promise<string> {
    const end = Date.now() + timeoutMs
    for (;;) {
      const all = await messages(to)
      const index = all.findIndex((one) => one[what] !== null && !handedOut.has(one.id))
      const found = all[index]?.[what]
      if (typeof found === 'string') {
        // Older ones are out of date with it.
        for (const { id } of all.slice(index)) handedOut.add(id)
        return found
      }
      if (Date.now() > end) {
        const there = all.length === 0 ? 'there is none at all' : `there are ${all.length} that were read, or have none`
        throw new Error(`No new message with a ${what} came to ${to} within ${timeoutMs} ms; ${there}.`)
      }
      await delay(50)
    }
  }

  return {
    messages,
    code: (to, waiting) => next(to, 'code', waiting),
    link: (to, waiting) => next(to, 'link', waiting),
  }
}
