/** The counts of a pool. */
interface CountedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly ended: boolean
  readonly options: { readonly max: number }
}

const pools = new Map<CountedPool, (() => number) | undefined>()

/** Counts a pool until it has ended, with the number of tasks that wait for their turn before they ask it. */
export function countPool(pool: CountedPool, waiting?: () => number): void {
  for (const one of pools.keys()) if (one.ended) pools.delete(one)
  pools.set(pool, waiting)
}

/** Returns this process's connections to PostgreSQL: open, idle, the maximum, and the number of waiting tasks. */
export function poolFigures(): {
  readonly open: number
  readonly idle: number
  readonly most: number
  readonly waiting: number
} {
  const figures = { open: 0, idle: 0, most: 0, waiting: 0 }
  for (const [{ ended, totalCount, idleCount, waitingCount, options }, waiting] of pools) {
    if (ended) continue
    figures.open += totalCount
    figures.idle += idleCount
    figures.waiting += waitingCount + (waiting?.() ?? 0)
    figures.most += options.max
  }
  return figures
}
