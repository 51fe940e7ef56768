import { stringify } from 'csv-stringify/sync'

import type { ReportRow } from '../model/job.ts'

/** The columns that a line of a report may have. */
const columns = ['file', 'line', 'index', 'source', 'identity', 'result', 'reason'] as const

/** Reads a report, page by page. */
type ReadReport = () => AsyncIterable<readonly ReportRow[]>

/** The requested part of a report: all rows, or those with some results. */
export interface ReportQuery {
  readonly format: 'csv' | 'jsonl'
  readonly wanted: readonly string[] | undefined
}

/** A report as a download, read while it is sent: it may be longer than the memory. */
export async function reportBody(
  read: ReadReport,
  { format, wanted }: ReportQuery,
): Promise<ReadableStream<Uint8Array>> {
  const isWanted = ({ result }: ReportRow) => wanted === undefined || wanted.length === 0 || wanted.includes(result)
  const rows: ReadReport = async function* () {
    for await (const page of read()) yield page.filter(isWanted)
  }
  const text = format === 'csv' ? table(rows, await columnsOf(rows)) : lines(rows)
  const encoder = new TextEncoder()
  return new ReadableStream({
    pull: async (controller) => {
      const next = await text.next()
      if (next.done === true) controller.close()
      else controller.enqueue(encoder.encode(next.value))
    },
    cancel: async () => void (await text.return(undefined)),
  })
}

/** Returns the columns that are in use. */
async function columnsOf(rows: ReadReport): Promise<readonly string[]> {
  const used = new Set<string>()
  for await (const page of rows()) for (const row of page) for (const column of Object.keys(row)) used.add(column)
  return columns.filter((column) => used.has(column))
}

async function* table(rows: ReadReport, used: readonly string[]): AsyncGenerator<string> {
  if (used.length > 0) yield `${used.join(',')}\r\n`
  for await (const page of rows()) {
    // A reason may quote a text that begins with "=": a spreadsheet would compute it.
    yield stringify([...page], { columns: [...used], escape_formulas: true, record_delimiter: 'windows' })
  }
}

async function* lines(rows: ReadReport): AsyncGenerator<string> {
  for await (const page of rows()) yield page.map((row) => `${JSON.stringify(row)}\n`).join('')
}
