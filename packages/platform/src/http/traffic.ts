/** The pending requests of a service. */
export interface Traffic {
  readonly closed: () => boolean
  /** Answers a request and counts it until it has been answered; once closed, answers with the refusal instead. */
  readonly pass: (answer: () => Promise<Response>) => Promise<Response>
  /** Refuses further requests. Resolves once the pending ones have been answered. */
  readonly close: () => Promise<void>
}

/** Counts pending requests, and refuses further ones once it is closed. `refused` creates their answer. */
export function createTraffic(refused: () => Response): Traffic {
  let open = true
  const underWay = new Set<Promise<Response>>()
  return {
    closed: () => !open,
    pass: async (answer) => {
      if (!open) return refused()
      const work = answer()
      underWay.add(work)
      try {
        return await work
      } finally {
        underWay.delete(work)
      }
    },
    close: async () => {
      open = false
      await Promise.allSettled(underWay)
    },
  }
}
