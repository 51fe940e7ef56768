import {
  integer,
  json,
  oneOf,
  optionalInteger,
  optionalText,
  text,
  type Database,
  type Row,
} from '@gatehouse/platform/database'
import { jobKinds, jobStates } from '@gatehouse/contract/control-plane'

import type { Job, JobView, ReportRow, SavedCaller, Started } from './job.ts'

/** The end of a job. */
export interface JobEnd {
  readonly state: 'done' | 'stopped' | 'failed'
  readonly failure: string | undefined
  /** Unix milliseconds. */
  readonly endedAt: number
}

/** Another process has taken over the job, or the job's project was deleted. */
export class JobTakenOverError extends Error {
  override readonly name = 'JobTakenOverError'
}

/** A running job of another process. */
export interface HeldJob {
  readonly id: string
  /** The number of renewals of its lease. */
  readonly renewals: number
  readonly isReleased: boolean
}

/**
 * Jobs and their reports in a database. `holder` names the process that does the work; other processes' writes are
 * refused.
 */
export interface JobStore {
  /**
   * Inserts a job, and runs `record` in the same transaction. Without a holder the next process that looks begins it. Returns another id if a running job reads the same file:
   * then nothing is inserted.
   */
  insert(job: Job, holder: string | undefined, mostRunning: number, record: () => Promise<void>): Promise<Started>
  /** Renews the lease of a holder's jobs, and returns the ids of those that an operator has asked to stop. */
  renew(holder: string): Promise<readonly string[]>
  /** Ends the lease of a holder's jobs: another process may continue them at once. */
  release(holder: string): Promise<void>
  /** Lists the running jobs of other holders. */
  ofOthers(holder: string): Promise<readonly HeldJob[]>
  /**
   * Takes over a job, unless its lease was renewed since it was listed; absent: it was, or it has ended. A job that
   * `mostTakeovers` processes could not complete is given up.
   */
  takeOver(job: HeldJob, holder: string, mostTakeovers: number, now: number): Promise<Job | undefined>
  /** The job as it is now. @throws JobTakenOverError */
  own(id: string, holder: string): Promise<Job>
  setTotal(id: string, holder: string, total: number): Promise<void>
  /** Stores rows of the report, and updates the counts. @throws JobTakenOverError */
  append(id: string, holder: string, rows: readonly ReportRow[]): Promise<void>
  /** Ends a job; of the ended jobs of its project, the last `kept` are kept. */
  end(job: Pick<Job, 'id' | 'projectId'>, holder: string, end: JobEnd, kept: number): Promise<void>
  /** Asks the process that holds the job to stop it; `record` runs in the same transaction. */
  askToStop(projectId: string, id: string, record: () => Promise<void>): Promise<void>
  find(projectId: string, id: string): Promise<JobView | undefined>
  list(projectId: string): Promise<readonly JobView[]>
  running(projectId: string): Promise<number>
  /** Reads the rows of a report, page by page. */
  report(id: string): AsyncIterable<readonly ReportRow[]>
  /** Removes the jobs of a project. */
  removeAll(projectId: string): Promise<void>
}

const columns = `id, project_id, kind, state, total, done, counts, started_at, ended_at, started_by, failure, source, caller,
  identity_ids, is_to_stop, takeovers`
const pagesAtOnce = 50

/** Creates the store of jobs in their tables. */
export function createJobStore(database: Database): JobStore {
  const count = database.prepare("SELECT count(*) AS total FROM jobs WHERE project_id = ? AND state = 'running'")
  const running = async (projectId: string) => integer((await count.get(projectId)) ?? {}, 'total')
  return { ...prepareLeases(database), ...prepareWork(database, running), ...prepareViews(database), running }
}

/** Prepares the statements by which a process keeps its jobs, and takes over those of processes that have ended. */
function prepareLeases(database: Database): Pick<JobStore, 'renew' | 'release' | 'ofOthers' | 'takeOver'> {
  const renew = database.prepare(
    "UPDATE jobs SET renewals = renewals + 1 WHERE state = 'running' AND holder = ? RETURNING id, is_to_stop",
  )
  const release = database.prepare(
    "UPDATE jobs SET holder = '', renewals = renewals + 1 WHERE state = 'running' AND holder = ?",
  )
  const ofOthers = database.prepare("SELECT id, renewals, holder FROM jobs WHERE state = 'running' AND holder <> ?")
  const isLeft = "state = 'running' AND id = :id AND renewals = :renewals"
  const giveUp = database.prepare(
    `UPDATE jobs SET state = 'interrupted', ended_at = :now WHERE ${isLeft} AND takeovers >= :most`,
  )
  // A job that no process has begun is without a holder, and was never renewed: it is not taken over from one.
  const takeOver = database.prepare(
    `UPDATE jobs SET holder = :holder, renewals = renewals + 1,
       takeovers = takeovers + CASE WHEN holder = '' AND renewals = 0 THEN 0 ELSE 1 END
     WHERE ${isLeft} RETURNING ${columns}`,
  )
  return {
    renew: async (holder) => {
      const rows = await database.write(() => renew.all(holder))
      return rows.filter((row) => integer(row, 'is_to_stop') === 1).map((row) => text(row, 'id'))
    },
    release: (holder) => database.write(async () => void (await release.run(holder))),
    ofOthers: async (holder) =>
      (await ofOthers.all(holder)).map((row) => ({
        id: text(row, 'id'),
        renewals: integer(row, 'renewals'),
        isReleased: text(row, 'holder') === '',
      })),
    takeOver: ({ id, renewals }, holder, most, now) =>
      database.durable(async () => {
        await giveUp.run({ id, renewals, most, now })
        const [row] = await takeOver.all({ id, renewals, holder })
        return row && jobOf(row)
      }),
  }
}

/** Prepares the statements of the process that holds a job. */
function prepareWork(
  database: Database,
  running: JobStore['running'],
): Pick<JobStore, 'insert' | 'own' | 'setTotal' | 'append' | 'end'> {
  const insert = database.prepare(
    `INSERT INTO jobs (id, project_id, kind, state, total, done, counts, started_at, started_by, source, caller,
       identity_ids, holder)
     VALUES (:id, :projectId, :kind, 'running', :total, 0, '{}', :now, :startedBy, :source, :caller, :ids, :holder)`,
  )
  const reading = database.prepare("SELECT id FROM jobs WHERE source = ? AND state = 'running' AND is_to_stop = 0")
  const held = database.prepareHeld(`SELECT ${columns} FROM jobs WHERE id = ? AND holder = ? AND state = 'running'`)
  const setTotal = database.prepare('UPDATE jobs SET total = ? WHERE id = ? AND holder = ?')
  const count = database.prepare('UPDATE jobs SET done = ?, counts = ?, takeovers = 0 WHERE id = ?')
  const addPage = database.prepare('INSERT INTO job_report_pages (job_id, position, lines) VALUES (?, ?, ?)')
  const end = database.prepare('UPDATE jobs SET state = ?, failure = ?, ended_at = ? WHERE id = ? AND holder = ?')
  const removeOlder = database.prepare(
    `DELETE FROM jobs WHERE project_id = :project AND state <> 'running' AND id NOT IN (
       SELECT id FROM jobs WHERE project_id = :project AND state <> 'running'
       ORDER BY started_at DESC, id DESC LIMIT :kept)`,
  )

  async function own(id: string, holder: string): Promise<Row> {
    const row = await held.get(id, holder)
    if (row === undefined) throw new JobTakenOverError(`the job ${id} is another process’s, or has ended`)
    return row
  }

  return {
    insert: (job, holder = '', mostRunning, record) =>
      database.durable(async () => {
        const { id, projectId, kind, total = null, startedAt: now, startedBy, source = null } = job
        const [same] = await reading.all(source)
        if (same !== undefined) return { kind: 'started', id: text(same, 'id') }
        if ((await running(projectId)) >= mostRunning) return { kind: 'busy' }
        const [caller, ids] = [JSON.stringify(job.caller), JSON.stringify(job.identityIds)]
        await insert.run({ id, projectId, kind, total, now, startedBy, source, caller, ids, holder })
        await record()
        return { kind: 'started', id }
      }),
    own: async (id, holder) => jobOf(await own(id, holder)),
    setTotal: (id, holder, total) => database.write(async () => void (await setTotal.run(total, id, holder))),
    append: (id, holder, rows) =>
      database.durable(async () => {
        const { done, counts } = jobOf(await own(id, holder))
        const sum = rows.reduce<Readonly<Record<string, number>>>(
          (all, { result }) => ({ ...all, [result]: (all[result] ?? 0) + 1 }),
          counts,
        )
        await addPage.run(id, done, rows.map((row) => JSON.stringify(row)).join('\n'))
        await count.run(done + rows.length, JSON.stringify(sum), id)
      }),
    end: ({ id, projectId }, holder, { state, failure, endedAt }, kept) =>
      database.durable(async () => {
        await end.run(state, failure ?? null, endedAt, id, holder)
        await removeOlder.run({ project: projectId, kept })
      }),
  }
}

/** Prepares the statements of every process. */
function prepareViews(database: Database): Pick<JobStore, 'askToStop' | 'find' | 'list' | 'report' | 'removeAll'> {
  const askToStop = database.prepare(
    "UPDATE jobs SET is_to_stop = 1 WHERE project_id = ? AND id = ? AND state = 'running'",
  )
  const find = database.prepare(`SELECT ${columns} FROM jobs WHERE project_id = ? AND id = ?`)
  const list = database.prepare(`SELECT ${columns} FROM jobs WHERE project_id = ? ORDER BY started_at DESC, id DESC`)
  const pages = database.prepare(
    'SELECT position, lines FROM job_report_pages WHERE job_id = ? AND position > ? ORDER BY position LIMIT ?',
  )
  const removeAll = database.prepare('DELETE FROM jobs WHERE project_id = ?')

  return {
    askToStop: (projectId, id, record) =>
      database.durable(async () => {
        await askToStop.run(projectId, id)
        await record()
      }),
    find: async (projectId, id) => {
      const row = await find.get(projectId, id)
      return row && jobOf(row)
    },
    list: async (projectId) => (await list.all(projectId)).map(jobOf),
    report: async function* (id) {
      let position = -1
      for (;;) {
        const found = await pages.all(id, position, pagesAtOnce)
        for (const row of found) {
          position = integer(row, 'position')
          yield rowsOf(text(row, 'lines'))
        }
        if (found.length < pagesAtOnce) return
      }
    },
    removeAll: (projectId) => database.durable(async () => void (await removeAll.run(projectId))),
  }
}

function rowsOf(lines: string): readonly ReportRow[] {
  return lines.split('\n').map((line) => JSON.parse(line) as ReportRow)
}

function jobOf(row: Row): Job {
  return {
    id: text(row, 'id'),
    projectId: text(row, 'project_id'),
    kind: oneOf(row, 'kind', jobKinds),
    state: oneOf(row, 'state', jobStates),
    total: optionalInteger(row, 'total'),
    done: integer(row, 'done'),
    counts: json(row, 'counts') as Job['counts'],
    startedAt: integer(row, 'started_at'),
    endedAt: optionalInteger(row, 'ended_at'),
    startedBy: text(row, 'started_by'),
    failure: optionalText(row, 'failure'),
    source: optionalText(row, 'source'),
    caller: json(row, 'caller') as SavedCaller,
    identityIds: json(row, 'identity_ids') as readonly string[],
    isToStop: integer(row, 'is_to_stop') === 1,
    isTakenOver: integer(row, 'takeovers') > 0,
  }
}
