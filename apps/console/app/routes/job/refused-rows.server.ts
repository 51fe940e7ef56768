/** A row of a job's report about something that could not be done. */
export type RefusedRow =
  | { readonly kind: 'person'; readonly id: string; readonly reason: string }
  /** An entry of an imported file: its line, and its position in a line that has several. */
  | { readonly kind: 'entry'; readonly id: string; readonly reason: string }

/** Reads the first rows of a report of refusals, as JSON Lines. The rest is not read: a report may have a million. */
export async function firstRefusals(report: ReadableStream<Uint8Array>, most: number): Promise<readonly RefusedRow[]> {
  const rows: RefusedRow[] = []
  const decoder = new TextDecoder()
  let rest = ''
  // To leave the loop cancels the stream.
  for await (const bytes of report) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n')
    rest = lines.pop() ?? ''
    rows.push(...lines.flatMap(refusalIn))
    if (rows.length >= most) return rows.slice(0, most)
  }
  return [...rows, ...refusalIn(rest)].slice(0, most)
}

function refusalIn(text: string): readonly RefusedRow[] {
  if (text === '') return []
  const row: unknown = JSON.parse(text)
  if (typeof row !== 'object' || row === null) return []
  const reason = 'reason' in row ? String(row.reason) : ''
  if ('line' in row) {
    const position = [row.line, 'index' in row ? row.index : null]
    return [{ kind: 'entry', id: position.filter((part) => part !== null && part !== '').join(' · '), reason }]
  }
  return 'identity' in row ? [{ kind: 'person', id: String(row.identity), reason }] : []
}
