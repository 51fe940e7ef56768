import { expect, test } from 'vitest'
import { createSharding, parseShard } from './shard.ts'

const rows = [
  ['a', 'b', 'c', 'd'],
  ['e', 'f'],
  ['g', 'h', 'i', 'j', 'k'],
]

test('all shards together have every item once', () => {
  const shards = [0, 1, 2].map((index) => createSharding({ index, count: 3 }))
  const all = shards.flatMap((ofShard) => rows.flatMap((row) => ofShard(row)))
  expect(all.toSorted((one, other) => one.localeCompare(other))).toEqual(rows.flat())
})

test('tables of the same columns get different columns of them', () => {
  const ofShard = createSharding({ index: 0, count: 3 })
  expect([1, 2, 3].map(() => ofShard(['a', 'b', 'c']))).toEqual([['c'], ['b'], ['a']])
})

test('without a shard everything is tested', () => {
  const ofShard = createSharding(parseShard(undefined))
  expect(rows.map((row) => ofShard(row))).toEqual(rows)
})

test.each(['0/3', '4/3', '2', 'half', '1/0'])('%s is no shard', (text) => {
  expect(() => parseShard(text)).toThrow('GATEHOUSE_SHARD')
})
