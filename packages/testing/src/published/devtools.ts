import { ask } from './reach.ts'

/** TABLE: the faults that can be set, and the effect of each. */
export const faultKinds = {
  submit_expired: 'the next form is answered as if its flow had expired (410)',
  submit_too_many: 'the next form is answered 429, with a Retry-After of 20 seconds',
  submit_lost: 'the next form reaches nobody',
  identity_down: 'the next call of the identity service gets no answer',
  courier_down: 'the next message cannot be handed over, and is tried again after a pause',
} as const

/** One of them. */
export type FaultKind = keyof typeof faultKinds

/** Which requests a fault is for, and how often it happens (once). */
export interface FaultOptions {
  readonly times?: number
  /** Only requests with this value in the cookie `gatehouse_browser`. Absent: of any browser. */
  readonly browser?: string
}

/** Makes things fail, as they do in production on a bad day. */
export interface Faults {
  arm(kind: FaultKind, options?: FaultOptions): Promise<void>
  /** Disarms all that have not happened; with a browser, those that are for it alone. */
  clear(options?: Pick<FaultOptions, 'browser'>): Promise<void>
}

/** The clock of the identity service. Codes, sessions and limits go by it. */
export interface ServiceClock {
  now(): Promise<Date>
  /** `15m`, `-2h`, `1d12h`: further, or back. */
  move(by: string): Promise<void>
  set(to: Date): Promise<void>
  /** As the machine’s. */
  reset(): Promise<void>
}

/** The cookie by which the developer tools tell browsers apart. */
export const browserCookie = 'gatehouse_browser'

/** Returns the faults of a gateway at `url`. */
export function createFaults(url: string): Faults {
  const post = async (body: object) => void (await ask(`${url}/dev/faults`, body))
  return {
    arm: (fault, { times = 1, browser } = {}) => post({ fault, times, ...(browser !== undefined && { browser }) }),
    clear: ({ browser } = {}) => post({ fault: 'none', ...(browser !== undefined && { browser }) }),
  }
}

/** Returns the clock of a gateway at `url`. */
export function createServiceClock(url: string): ServiceClock {
  const post = async (body: object) => void (await ask(`${url}/dev/clock`, body))
  return {
    async now() {
      const facts = await ask(`${url}/dev/clock.json`)
      const now: unknown = typeof facts === 'object' && facts !== null ? Reflect.get(facts, 'now') : undefined
      return new Date(String(now))
    },
    move: (move) => post({ move }),
    set: (to) => post({ to: to.toISOString() }),
    reset: () => post({ reset: true }),
  }
}
