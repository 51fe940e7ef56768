/** How a queue shares its slots. */
export interface FairQueueLimits {
  /** Tasks that run at once. */
  readonly slots: number
  /** Tasks of one lane that run at once. */
  readonly slotsOfLane: number
  /** Slots, the last ones, that only lanes with nothing running get. Default: none. */
  readonly kept?: () => number
  /** Tasks of one lane that wait; the next one is refused. */
  readonly waitingOfLane: number
  /** How long a task waits before it is refused, in milliseconds. */
  readonly patienceMs: number
}

/** The lane has as many tasks waiting as it may, or the task has waited for too long. Nothing of it was done. */
export class QueueFullError extends Error {
  constructor() {
    super('too much of this kind of work is waiting')
  }
}

/** Runs a task when its lane's turn comes. Rejects with a `QueueFullError` where that would take too long. */
export type Lane = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Slots that several lanes share: a free one goes to the next lane in turn, whatever the others have waiting. Within a
 * lane, first come is first served.
 */
export interface FairQueue {
  /** A lane of its own, for one project. It keeps nothing while nothing of it waits. */
  lane(): Lane
  /** Tasks of all lanes that wait. */
  waiting(): number
}

interface Waiting {
  readonly begin: () => void
}

interface LaneState {
  readonly waiting: Set<Waiting>
  running: number
  /** The number of its last turn: one that had its turn before another one came does not have the next one, too. */
  lastTurn: number
}

/** Makes a queue without lanes. */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { slots, slotsOfLane, kept = () => 0, waitingOfLane, patienceMs } = limits
  /** Those with something waiting. */
  const ready = new Set<LaneState>()
  let running = 0
  let begun = 0

  /** Begins what may begin: as many tasks as there are free slots, from lane to lane. */
  function beginNext(): void {
    const most = Math.min(slotsOfLane, slots - running > kept() ? Infinity : 1)
    const next = running < slots ? longestAgo([...ready].filter((lane) => lane.running < most)) : undefined
    const [first] = next?.waiting ?? []
    if (!next || !first) return
    next.waiting.delete(first)
    if (next.waiting.size === 0) ready.delete(next)
    begun += 1
    next.lastTurn = begun
    first.begin()
    beginNext()
  }

  async function wait(lane: LaneState): Promise<void> {
    if (lane.waiting.size >= waitingOfLane) throw new QueueFullError()
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = {
      begin: () => {
        running += 1
        lane.running += 1
        resolve()
      },
    }
    lane.waiting.add(waiting)
    ready.add(lane)
    beginNext()
    if (!lane.waiting.has(waiting)) return
    const timer = setTimeout(() => {
      if (!lane.waiting.delete(waiting)) return
      if (lane.waiting.size === 0) ready.delete(lane)
      reject(new QueueFullError())
    }, patienceMs)
    await promise.finally(() => clearTimeout(timer))
  }

  return {
    waiting: () => [...ready].reduce((sum, { waiting }) => sum + waiting.size, 0),
    lane: () => {
      const lane: LaneState = { waiting: new Set(), running: 0, lastTurn: 0 }
      return async (task) => {
        await wait(lane)
        try {
          return await task()
        } finally {
          running -= 1
          lane.running -= 1
          beginNext()
        }
      }
    },
  }
}

/** The lane whose last turn is longest ago, the first one of several without. */
function longestAgo([first, ...others]: readonly LaneState[]): LaneState | undefined {
  return first && others.reduce((oldest, lane) => (lane.lastTurn < oldest.lastTurn ? lane : oldest), first)
}
