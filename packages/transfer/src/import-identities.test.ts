import { expect, test } from 'vitest'
import { importIdentities, type PositionedEntry } from './import-identities.ts'
import type { ImportOutcome } from './import-outcome.ts'
import type { ImportReportRow } from './import-report.ts'

interface Line {
  readonly line: number
}

/** Lines of a file: every third is unreadable, and every fifth has no schema. */
const entries = Array.from({ length: 40 }, (_, index): PositionedEntry<Line> => {
  const position = { line: index + 1 }
  if (index % 3 === 2) return { kind: 'unreadable', position, reason: 'no JSON' }
  return { kind: 'entry', position, create: { traits: {}, ...(index % 5 !== 4 && { schema_id: 'default' }) } }
})

/** Imports the lines until the run ends at the given call of `handle` or `report`; begins again at the reported rows. */
async function importWithRestarts(endsAt: number, batchSize: number, how: 'stop' | 'crash') {
  const rows: ImportReportRow<Line>[] = []
  const sent: number[] = []
  const run = async (skip: number, callsLeft: number) => {
    let calls = 0
    const call = () => {
      calls += 1
      if (how === 'crash' && calls > callsLeft) throw new Error('the process ended')
    }
    return importIdentities<Line>({
      entries: (async function* lines() {
        yield* entries
      })(),
      skip,
      batchSize,
      handle: async (batch) => {
        call()
        sent.push(...batch.map(({ position }) => position.line))
        return batch.map((): ImportOutcome => ({ result: 'fine' }))
      },
      report: (more) => {
        call()
        rows.push(...more)
      },
      reported: () => undefined,
      stopped: () => how === 'stop' && calls >= callsLeft,
    })
  }
  const first = await run(0, endsAt).catch(() => undefined)
  const seen = first?.seen ?? rows.length
  const rest = await run(seen, Infinity)
  return { lines: rows.map(({ line }) => line), sent, seen, rest }
}

test.each((['stop', 'crash'] as const).flatMap((how) => [1, 2, 3, 4, 5, 6, 7, 8].map((endsAt) => ({ how, endsAt }))))(
  'an import that ends by a $how after $endsAt calls reports each line once, in order @import-order-1',
  async ({ how, endsAt }) => {
    const { lines, seen, rest, sent } = await importWithRestarts(endsAt, 7, how)
    expect(lines).toEqual(entries.map(({ position }) => position.line))
    expect(rest).toMatchObject({ isWhole: true, seen: entries.length })
    const sendable = entries.filter((entry) => entry.kind === 'entry' && 'schema_id' in entry.create)
    expect([...new Set(sent)]).toEqual(sendable.map(({ position }) => position.line))
    const isSentTwice = sent.length > new Set(sent).size
    expect({ how, isSentTwice }).not.toEqual({ how: 'stop', isSentTwice: true })
    expect(seen).toBeLessThan(entries.length)
  },
)

test('lines that cannot be read are reported in batches @import-order-2', async () => {
  const sizes: number[] = []
  await importIdentities<Line>({
    entries: (async function* lines() {
      for (let line = 1; line <= 250; line += 1) yield { kind: 'unreadable', position: { line }, reason: 'no JSON' }
    })(),
    skip: 0,
    batchSize: 100,
    handle: () => Promise.reject(new Error('nothing can be sent')),
    report: (rows) => void sizes.push(rows.length),
    reported: () => undefined,
    stopped: () => false,
  })
  expect(sizes).toEqual([100, 100, 50])
})
