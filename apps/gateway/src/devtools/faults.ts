import { parseCookie } from 'cookie'

/** TABLE: the faults that can be injected once, and their effects. */
export const faultKinds = {
  submit_expired: 'The next form is answered as if its flow had expired (410).',
  submit_too_many: 'The next form is answered 429, with a Retry-After of 20 seconds.',
  submit_lost: 'The next form gets no answer from the identity service.',
  identity_down: 'The next call of the identity service, whatever it is, gets no answer.',
  courier_down: 'The next message cannot be handed over, and is tried again after a pause.',
} as const

/** The name of a fault. */
export type FaultKind = keyof typeof faultKinds

/** The armed faults. Each is injected as often as it was armed, and no more. */
export interface Faults {
  /** `browser`: only for the requests of one browser, by its cookie `gatehouse_browser`. */
  arm(kind: FaultKind, times: number, browser?: string): void
  /** Consumes an armed fault for every browser, or for the one that sent the request; true if there was one. */
  take(kind: FaultKind, request?: Request): boolean
  /** Returns the armed faults of all browsers and of single ones together. */
  armed(): Readonly<Record<FaultKind, number>>
  /** With a browser: clears only that browser's faults. */
  clear(browser?: string): void
}

const most = 100
/** The maximum number of browsers with armed faults; the ones that were named first are forgotten first. */
const mostBrowsers = 1_000
const everybody = ''

/** Creates faults in this process' memory, a hundred of a kind at most. Arming a kind again replaces its count. */
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
      // Most requests are not inspected: no fault is armed for a browser.
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

/** Returns the browser's name: each test names its browser. */
function browserOf({ headers }: Request): string | undefined {
  const name = parseCookie(headers.get('cookie') ?? '')['gatehouse_browser']
  return name === '' ? undefined : name
}

/** Returns whether a text is the name of a fault. */
export function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(faultKinds, text)
}
