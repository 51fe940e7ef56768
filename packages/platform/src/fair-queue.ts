/** The limits of a queue with shared slots. */
export interface FairQueueLimits {
  /** The maximum number of concurrent tasks. */
  readonly slots: number
  /** The maximum number of concurrent tasks of one lane. */
  readonly slotsOfLane: number
  /** The number of slots that are reserved for lanes without a running task. Default: none. */
  readonly kept?: () => number
  /** The maximum number of waiting tasks of one lane; the next one is refused. */
  readonly waitingOfLane: number
  /** The maximum time that a task waits before it is refused, in milliseconds. */
  readonly timeoutMs: number
}

/** The lane is full of waiting tasks, or the task has waited for too long. The task was not run. */
export class QueueFullError extends Error {
  constructor() {
    super('too much of this kind of work is waiting')
  }
}

/** Runs a task when its lane's turn comes. Rejects with a `QueueFullError` if that would take too long. */
export type Lane = <T>(task: () => Promise<T>) => Promise<T>

/**
 * Slots that several lanes share: a free one goes to the next lane in round-robin order, however many tasks the others
 * have. A lane is first in, first out.
 */
export interface FairQueue {
  /** Creates a lane for one project. It uses no memory while no task of it waits. */
  lane(): Lane
  /** Returns the number of waiting tasks of all lanes. */
  waiting(): number
}

interface Waiting {
  readonly begin: () => void
}

interface LaneState {
  readonly waiting: Set<Waiting>
  running: number
  /**
   * The number of its last turn: a lane that had its turn before another one became ready does not get the next one.
   */
  lastTurn: number
}

/** Creates a queue without lanes. */
export function createFairQueue(limits: FairQueueLimits): FairQueue {
  const { slots, slotsOfLane, kept = () => 0, waitingOfLane, timeoutMs } = limits
  /** The lanes with waiting tasks. */
  const ready = new Set<LaneState>()
  let running = 0
  let begun = 0

  /** Starts as many tasks as there are free slots, from lane to lane. */
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
    }, timeoutMs)
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

/** Returns the lane with the oldest last turn, the first one of several without. */
function longestAgo([first, ...others]: readonly LaneState[]): LaneState | undefined {
  return first && others.reduce((oldest, lane) => (lane.lastTurn < oldest.lastTurn ? lane : oldest), first)
}
