import { errorAnswer } from './answer.ts'

/** Counts the requests under way, and lets none in once it is closed. */
export function createTraffic() {
  let open = true
  const underWay = new Set<Promise<Response>>()
  return {
    closed: () => !open,
    pass: async (answer: () => Promise<Response>): Promise<Response> => {
      if (!open) return errorAnswer({ code: 503 })
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
