import type { Books } from './books.ts'
import type { Received } from './receiver.ts'
import type { Check } from './result.ts'

/** Every event of an account since the stream was made, as the database has had them. */
export interface ExpectedEvents {
  /** Notes those that came since; often enough that none is removed before. */
  collect(): Promise<void>
  /** Compares them with the receiver's record. */
  compare(received: Received): { readonly checks: readonly Check[]; readonly events: number; readonly repeated: number }
}

/** Begins with the events since the stream was made. PostgreSQL gives an event its sequence when it is read. */
export async function collectEvents(books: Books): Promise<ExpectedEvents> {
  const [stream] = await books.rows('SELECT created_at FROM gatehouse_control.event_streams')
  const since = Number(stream?.['created_at'])
  let last = 0
  const expected = new Set<string>()
  return {
    collect: async () => {
      const rows = await books.rows(
        `SELECT sequence, id FROM gatehouse_identity.events WHERE sequence > ${last} AND time >= ${since} ORDER BY sequence`,
      )
      for (const { sequence, id } of rows) {
        expected.add(String(id))
        last = Number(sequence)
      }
    },
    compare: ({ times, outOfOrder, unsigned }) => {
      const missing = [...expected].filter((id) => !times.has(id))
      const strange = [...times.keys()].filter((id) => !expected.has(id))
      const wrong = [
        ...missing.map((id) => `event ${id} never came`),
        ...strange.map((id) => `event ${id} came and is not known`),
        ...outOfOrder.map((id) => `event ${id} came after a later one of its account`),
        ...(unsigned > 0 ? [`${unsigned} requests had no right signature`] : []),
      ]
      return {
        checks: [
          { what: 'events, each at least once, signed, in the order of its account', looked: expected.size, wrong },
        ],
        events: expected.size,
        repeated: [...times.values()].reduce((sum, count) => sum + count - 1, 0),
      }
    },
  }
}
