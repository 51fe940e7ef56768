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
  arm(kind: FaultKind, times: number): void
  /** True, and one fewer, where one is armed. */
  take(kind: FaultKind): boolean
  armed(): Readonly<Record<FaultKind, number>>
  clear(): void
}

const most = 100

/** Faults in this process' memory, a hundred of a kind at most. Arming a kind again replaces its count. */
export function createFaults(): Faults {
  const left = new Map<FaultKind, number>()
  return {
    arm: (kind, times) => void left.set(kind, Math.min(times, most)),
    take: (kind) => {
      const count = left.get(kind) ?? 0
      if (count > 0) left.set(kind, count - 1)
      return count > 0
    },
    armed: () => ({
      submit_expired: left.get('submit_expired') ?? 0,
      submit_too_many: left.get('submit_too_many') ?? 0,
      submit_lost: left.get('submit_lost') ?? 0,
      identity_down: left.get('identity_down') ?? 0,
      courier_down: left.get('courier_down') ?? 0,
    }),
    clear: () => left.clear(),
  }
}

/** Whether a text names a fault. */
export function isFaultKind(text: unknown): text is FaultKind {
  return typeof text === 'string' && Object.hasOwn(faultKinds, text)
}
