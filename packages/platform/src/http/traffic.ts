/** The requests under way in a service. */
export interface Traffic {
  readonly closed: () => boolean
  /** Answers a request and counts it while it is under way; once closed, answers with the refusal instead. */
  readonly pass: (answer: () => Promise<Response>) => Promise<Response>
  /** Lets no request in any more. Resolves once those under way have been answered. */
  readonly close: () => Promise<void>
}

/** Counts the requests under way, and lets none in once it is closed. `refused` makes the answer of those. */
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
