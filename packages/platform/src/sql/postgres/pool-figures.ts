/** What is counted of a pool. */
interface CountedPool {
  readonly totalCount: number
  readonly idleCount: number
  readonly waitingCount: number
  readonly ended: boolean
  readonly options: { readonly max: number }
}

const pools = new Set<CountedPool>()

/** From now on a pool is counted, until it has ended. */
export function countPool(pool: CountedPool): void {
  for (const one of pools) if (one.ended) pools.delete(one)
  pools.add(pool)
}

/** Connections to PostgreSQL of this process: open, idle of them, at most, and how many wait for one. */
export function poolFigures(): {
  readonly open: number
  readonly idle: number
  readonly most: number
  readonly waiting: number
} {
  const figures = { open: 0, idle: 0, most: 0, waiting: 0 }
  for (const { ended, totalCount, idleCount, waitingCount, options } of pools) {
    if (ended) continue
    figures.open += totalCount
    figures.idle += idleCount
    figures.waiting += waitingCount
    figures.most += options.max
  }
  return figures
}
