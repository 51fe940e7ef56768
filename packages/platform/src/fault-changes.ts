/** A listener for changes of background work: it begins to fail, fails for another reason, or succeeds again. */
export interface FaultListener {
  /** The first failure of a kind, which is its message. */
  readonly failed: (error: unknown) => void
  /** Called when work succeeds again. */
  readonly mended: () => void
}

/** Receives the outcome of each round of work. */
export interface FaultChanges {
  readonly failed: (error: unknown) => void
  readonly passed: () => void
}

/**
 * Reports each change once, however many rounds fail meanwhile: an outage of a minute would log a line for each round.
 */
export function faultChanges({ failed, mended }: FaultListener): FaultChanges {
  let kind: string | undefined
  return {
    failed: (error) => {
      const now = error instanceof Error ? error.message : String(error)
      if (now === kind) return
      kind = now
      failed(error)
    },
    passed: () => {
      if (kind === undefined) return
      kind = undefined
      mended()
    },
  }
}
