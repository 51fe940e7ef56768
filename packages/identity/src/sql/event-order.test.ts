import { postgresIsMissing, startPostgres, type PostgresProcess } from '@gatehouse/testing/processes'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { StoredEvent } from '../events/event-store.ts'
import { createEventStore } from './event-store.ts'
import { openDatabase } from './open.ts'

const skipped = postgresIsMissing() !== undefined
let server: PostgresProcess | undefined
beforeAll(async () => {
  if (!skipped) server = await startPostgres({ fsync: 'off' })
})
afterAll(() => server?.stop())

const eventOf = (id: string): Omit<StoredEvent, 'sequence'> => ({
  id,
  type: 'LoginSucceeded',
  schemaVersion: 1,
  time: 1,
  identityId: undefined,
  sessionId: undefined,
  flowId: undefined,
  actor: '{}',
  client: undefined,
  data: '{}',
})

test.skipIf(skipped)(
  'a reader gets every event once and in order, however long a transaction stays open @event-order-1',
  async () => {
    const url = server?.createDatabase() ?? ''
    const [writer, other, reader] = [openDatabase(url), openDatabase(url), openDatabase(url)]
    const [events, ofOther, read] = [writer, other, reader].map(createEventStore)
    const { promise: isOver, resolve: end } = Promise.withResolvers<void>()
    const { promise: isWritten, resolve: written } = Promise.withResolvers<void>()
    const open = writer.write(async () => {
      await events?.insert(eventOf('first written, last committed'))
      written()
      await isOver
    })
    await isWritten
    await ofOther?.insert(eventOf('second'))
    const before = (await read?.tail(0, 10)) ?? []
    expect(before.map(({ id }) => id)).toEqual(['second'])
    await ofOther?.insert(eventOf('third'))
    end()
    await open
    const after = (await read?.tail(before.at(-1)?.sequence ?? 0, 10)) ?? []
    expect(after.map(({ id }) => id).toSorted()).toEqual(['first written, last committed', 'third'])
    expect(await read?.tail(after.at(-1)?.sequence ?? 0, 10)).toEqual([])
    const many = Array.from({ length: 30 }, async (_, at) => {
      await (at % 2 === 0 ? events : ofOther)?.insert(eventOf(`${at}`))
    })
    const seen = new Set<string>()
    let last = after.at(-1)?.sequence ?? 0
    const all = Promise.all(many)
    while (seen.size < many.length) {
      for (const { id, sequence } of (await read?.tail(last, 7)) ?? []) {
        expect(sequence).toBe(last + 1)
        expect(seen.has(id)).toBe(false)
        seen.add(id)
        last = sequence
      }
    }
    await all
    for (const database of [writer, other, reader]) database.close()
  },
)
