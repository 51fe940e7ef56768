import { appendFileSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { JobView, ReportRow } from './job.ts'

/** A job as it lies on the disk. */
export interface JobRecord extends JobView {
  readonly projectId: string
}

/** Jobs on the disk: a record each, and a report that only grows. */
export interface JobRecords {
  /** Every record, oldest first. Those that were running when the process ended are `interrupted`. */
  all(): readonly JobRecord[]
  write(record: JobRecord): void
  append(id: string, rows: readonly ReportRow[]): void
  report(id: string): Promise<readonly ReportRow[]>
  remove(id: string): void
}

/** Keeps jobs in a folder, readable by its owner alone. Synchronous: what a page shows is on the disk. */
export function createJobRecords(folder: string): JobRecords {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const recordOf = (id: string) => join(folder, `${id}.json`)
  const reportOf = (id: string) => join(folder, `${id}.report.jsonl`)

  function write(record: JobRecord): void {
    const draft = `${recordOf(record.id)}.part`
    writeFileSync(draft, JSON.stringify(record), { mode: 0o600 })
    renameSync(draft, recordOf(record.id))
  }

  /** The report may be one step ahead of the record: it is what counts. */
  function interrupted(record: JobRecord): JobRecord {
    const rows = parseReport(readIfThere(reportOf(record.id)))
    const results = [...new Set(rows.map(({ result }) => result))]
    const counted = results.map((one) => [one, rows.filter(({ result }) => result === one).length])
    return { ...record, state: 'interrupted', done: rows.length, counts: Object.fromEntries(counted) }
  }

  return {
    all: () =>
      readdirSync(folder)
        .filter((name) => name.endsWith('.json'))
        .flatMap((name) => parseRecord(readIfThere(join(folder, name))))
        .map((record) => (record.state === 'running' ? interrupted(record) : record))
        .toSorted((one, other) => Date.parse(one.startedAt) - Date.parse(other.startedAt)),
    write,
    append: (id, rows) => {
      appendFileSync(reportOf(id), rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { mode: 0o600 })
    },
    report: async (id) => parseReport(await readFile(reportOf(id), 'utf8').catch(() => '')),
    remove: (id) => {
      for (const path of [recordOf(id), reportOf(id)]) rmSync(path, { force: true })
    },
  }
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

/** A record that is damaged is none. */
function parseRecord(text: string): readonly JobRecord[] {
  try {
    return [JSON.parse(text) as JobRecord]
  } catch {
    return []
  }
}

/** The last line may have been cut off by the end of the process. */
function parseReport(text: string): readonly ReportRow[] {
  return text
    .split('\n')
    .slice(0, -1)
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as ReportRow]))
}
