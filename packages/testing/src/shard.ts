/** The environment variable that names a part of every sharded table, such as `2/3`. */
export const shardVariable = 'GATEHOUSE_SHARD'

/** One of so many parts; `index` counts from 0. */
export interface Shard {
  readonly index: number
  readonly count: number
}

/** Returns the shard that a text such as `2/3` names; without one, the only shard. Throws on any other text. */
export function parseShard(text: string | undefined): Shard {
  if (text === undefined || text === '') return { index: 0, count: 1 }
  const [, part = '', count = ''] = /^([1-9]\d?)\/([1-9]\d?)$/.exec(text) ?? []
  const shard = { index: Number(part) - 1, count: Number(count) }
  if (part === '' || shard.index >= shard.count) throw new Error(`${shardVariable}=${text}: write 1/3, 2/3 or 3/3.`)
  return shard
}

/** The shard of this run. */
export const currentShard: Shard = parseShard(process.env[shardVariable])

/**
 * Returns a function that returns the items of a list which this run tests; for tables whose rows run the same code.
 * Each call begins at another item: tables of the same few columns do not always get the same column. All shards
 * together have every item once. Each file of tests needs its own: a worker of Playwright reads files in another order.
 */
export function createSharding({ index, count }: Shard = currentShard): <T>(items: readonly T[]) => readonly T[] {
  let calls = 0
  return (items) => {
    calls += 1
    return items.filter((_, at) => (at + calls) % count === index)
  }
}
