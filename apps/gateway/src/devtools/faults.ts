import { parseCookie } from 'cookie'

/** TABLE: everything that can be made to fail once, and what then happens. */
export const faultKinds = {
  submit_expired: 'The next form is answered as if its flow had expired (410).',
  submit_too_many: 'The next form is answered 429, with a Retry-After of 20 seconds.',
  submit_lost: 'The next form reaches nobody: the identity service gives no answer.',
  identity_down: 'The next call of the identity service, whatever it is, gets no answer.',
  courier_down: 'The next message cannot be handed over, and is tried again after a pause.',
} as const

/** The name of a fault. */
export type FaultKind = keyof typeof faultKinds

/** Faults that wait to happen. Each happens as often as it was armed, and no more. */
export interface Faults {
  /** `browser`: for the requests of one browser alone, by its cookie `gatehouse_browser`. */
  arm(kind: FaultKind, times: number, browser?: string): void
  /** True, and one fewer, where one is armed for everybody, or for the browser that sent the request. */
  take(kind: FaultKind, request?: Request): boolean
  /** Those of all browsers and of single ones together. */
  armed(): Readonly<Record<FaultKind, number>>
  /** With a browser: those that are for it alone. */
  clear(browser?: string): void
}

const most = 100
/** Browsers that faults wait for; those that were named first are forgotten first. */
const mostBrowsers = 1_000
const everybody = ''

/** Faults in this process' memory, a hundred of a kind at most. Arming a kind again replaces its count. */
export function createFaults(): Faults {
  const left = new Map<string, Map<FaultKind, number>>()
  const takeOf = (browser: string, kind: FaultKind) => {
    const counts = left.get(browser)
    const count = counts?.get(kind) ?? 0
    if (count > 0) counts?.set(kind, count - 1)
    return count > 0
  }
  const sum = (kind: FaultKind) => [...left.values()].reduce((total, counts) => total + (counts.get(kind) ?? 0), 0)
  return {
    arm: (kind, times, browser = everybody) => {
      const counts = left.get(browser) ?? new Map<FaultKind, number>()
      left.set(browser, counts.set(kind, Math.min(times, most)))
      const first = [...left.keys()].find((one) => one !== everybody)
      if (left.size > mostBrowsers && first !== undefined) left.delete(first)
    },
    take: (kind, request) => {
      // Most requests are not looked at: no fault waits for any browser.
      const isAwaited = left.size > (left.has(everybody) ? 1 : 0)
      const browser = isAwaited && request ? browserOf(request) : undefined
      return (browser !== undefined && takeOf(browser, kind)) || takeOf(everybody, kind)
    },
    armed: () => ({
      submit_expired: sum('submit_expired'),
      submit_too_many: sum('submit_too_many'),
      submit_lost: sum('submit_lost'),
      identity_down: sum('identity_down'),
      courier_down: sum('courier_down'),
    }),
    clear: (browser) => (browser === undefined ? left.clear() : void left.delete(browser)),
  }
}

/** What the browser calls itself: tests give each of theirs a name. */
function browserOf({ headers }: Request): string | undefined {
  const name = parseCookie(headers.get('cookie') ?? '')['gatehouse_browser']
  return name === '' ? undefined : name
}

/** Whether a text names a fault. */
export function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(faultKinds, text)
}
