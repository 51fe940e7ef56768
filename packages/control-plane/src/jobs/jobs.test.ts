import { UnreachableDatabaseError } from '@gatehouse/platform/database'
import { expect, onTestFinished, test } from 'vitest'

import { addProjects } from '../sql/project-rows.fixture.ts'
import { openTested } from '../sql/tested-database.fixture.ts'
import type { DoWork, Job, JobHandle, ReportRow } from '../model/job.ts'
import { createJobs } from './jobs.ts'
import { createJobStore, JobTakenOverError, type JobStore } from '../model/job-store.ts'

async function openDatabase() {
  const database = openTested(':memory:')
  await addProjects(database, ['shop', 'other'])
  const store = createJobStore(database)
  onTestFinished(() => database.close())
  return store
}

let now = 0

/** Creates jobs as in a separate process, which renews them only when it is told to, and does their work if it may. */
function processOn(store: JobStore, work: DoWork, { isWorking = true } = {}) {
  const errors: unknown[] = []
  const jobs = createJobs({ store, work, onError: (error) => errors.push(error), uptime: () => now })
  if (isWorking) jobs.open()
  return { jobs, errors }
}

/** Takes over the jobs that no process renews for the duration of a lease. */
async function takeOverLeft({ jobs }: ReturnType<typeof processOn>): Promise<void> {
  await jobs.takeOver()
  now += 5_000
  await jobs.takeOver()
}

/** A busy machine needs this much time. */
const polling = { timeout: 60_000 }

const caller = { principal: { kind: 'key', keyId: 'key' }, origin: 'http://localhost:4456' } as const
const order = { projectId: 'shop', kind: 'import', startedBy: 'Ada', source: 'file-1', caller } as const

/** Returns work that continues when the test lets it. */
function handed() {
  const begun = Promise.withResolvers<{ readonly job: Job; readonly handle: JobHandle }>()
  const end = Promise.withResolvers<void>()
  const work: DoWork = async (job, handle) => {
    begun.resolve({ job, handle })
    await end.promise
  }
  return { work, begun: begun.promise, end: () => end.resolve(), fail: (error: Error) => end.reject(error) }
}

const unrecorded = () => Promise.resolve()
const row = (line: number, result = 'created') => ({ line, result })

async function started(jobs: ReturnType<typeof processOn>['jobs']): Promise<string> {
  const { kind, ...rest } = await jobs.start(order, unrecorded)
  expect(kind).toBe('started')
  return 'id' in rest ? rest.id : ''
}

async function reportOf(jobs: ReturnType<typeof processOn>['jobs'], id: string): Promise<readonly ReportRow[]> {
  const rows: ReportRow[] = []
  for await (const page of jobs.report(id)) rows.push(...page)
  return rows
}

test('another process continues work after the last report, and the first one writes no more @jobs-1', async () => {
  const store = await openDatabase()
  const first = handed()
  const { jobs } = processOn(store, first.work)
  const id = await started(jobs)
  const { handle } = await first.begun
  await handle.setTotal(3)
  await handle.report([row(1), row(2, 'refused')])

  const second = handed()
  const next = processOn(store, second.work)
  const { jobs: others } = next
  await takeOverLeft(next)
  const taken = await second.begun
  expect(taken.job).toMatchObject({ id, done: 2, total: 3, isTakenOver: true, source: 'file-1', caller })
  await expect(handle.report([row(3)])).rejects.toBeInstanceOf(JobTakenOverError)
  first.fail(new JobTakenOverError())
  await jobs.close()
  await taken.handle.report([row(3)])
  second.end()
  await expect.poll(async () => (await others.find('shop', id))?.state, polling).toBe('done')
  expect(await others.find('shop', id)).toMatchObject({ done: 3, counts: { created: 2, refused: 1 } })
  expect(await reportOf(others, id)).toEqual([row(1), row(2, 'refused'), row(3)])
  expect(await others.find('other', id)).toBeUndefined()
})

test('stopped work ends after its current step, which another process repeats if it takes the work over @jobs-2', async () => {
  const store = await openDatabase()
  const { work, begun, end } = handed()
  const { jobs } = processOn(store, work)
  const id = await started(jobs)
  const { handle } = await begun
  await handle.report([row(1)])
  await jobs.stop('other', id, unrecorded)
  expect(handle.stopped()).toBe(false)
  await jobs.stop('shop', id, unrecorded)
  expect(handle.stopped()).toBe(true)

  // The first process may have done a step that it did not report.
  const next = processOn(store, async (_job, again) => {
    expect(again.stopped()).toBe(false)
    await again.report([row(2)])
    expect(again.stopped()).toBe(true)
  })
  const { jobs: others } = next
  await takeOverLeft(next)
  await expect.poll(async () => (await others.find('shop', id))?.state, polling).toBe('stopped')
  expect([next.errors, await others.find('shop', id)]).toMatchObject([[], { state: 'stopped', done: 2 }])
  end()
  await jobs.close()
})

test('a job that its process renews is no other one’s, and stops when another process is asked to stop it @jobs-10', async () => {
  const store = await openDatabase()
  const { work, begun, end } = handed()
  const { jobs } = processOn(store, work)
  const id = await started(jobs)
  const { handle } = await begun
  const { jobs: others } = processOn(store, () => Promise.reject(new Error('it is another process’s')))
  for (let times = 0; times < 3; times += 1) {
    await others.takeOver()
    now += 4_999
    await jobs.takeOver()
  }
  await others.takeOver()
  await handle.report([row(1)])
  await others.stop('shop', id, unrecorded)
  expect(handle.stopped()).toBe(false)
  await jobs.takeOver()
  expect(handle.stopped()).toBe(true)
  end()
  await expect.poll(async () => (await others.find('shop', id))?.state, polling).toBe('stopped')
})

test('a job that a process has lost is taken over by it again only after its first run has ended @jobs-11', async () => {
  const store = await openDatabase()
  const first = handed()
  const again = handed()
  const works = [first.work, again.work]
  const process = processOn(store, async (job, handle) => works.shift()?.(job, handle))
  const { jobs } = process
  const id = await started(jobs)
  const { handle } = await first.begun
  const other = handed()
  await takeOverLeft(processOn(store, other.work))
  await other.begun

  // The other process has ended: it renews nothing.
  await takeOverLeft(process)
  await expect(handle.report([row(1)])).rejects.toBeInstanceOf(JobTakenOverError)
  first.fail(new JobTakenOverError())
  await new Promise((resolve) => setImmediate(resolve))
  await jobs.takeOver()
  await again.begun
  again.end()
  await expect.poll(async () => (await jobs.find('shop', id))?.state, polling).toBe('done')
})

test('a process that ends in order leaves its work to the next one @jobs-3', async () => {
  const store = await openDatabase()
  const { work, begun, end } = handed()
  const { jobs } = processOn(store, work)
  const id = await started(jobs)
  await begun
  const closed = jobs.close()
  end()
  await closed
  expect(await jobs.find('shop', id)).toMatchObject({ state: 'running' })
  const { jobs: others } = processOn(store, async (_job, { report }) => report([row(1)]))
  await others.takeOver()
  await expect.poll(async () => (await others.find('shop', id))?.state, polling).toBe('done')
})

test('work without progress in five processes is given up; work with progress is not @jobs-7', async () => {
  const store = await openDatabase()
  const lost: ReturnType<typeof handed>[] = []
  const takeOver = async () => {
    const next = handed()
    lost.push(next)
    const taking = processOn(store, next.work)
    await takeOverLeft(taking)
    return { jobs: taking.jobs, next }
  }
  const first = handed()
  const id = await started(processOn(store, first.work).jobs)
  for (let times = 0; times < 4; times += 1) await takeOver()
  const { next } = await takeOver()
  await (await next.begun).handle.report([row(1)])
  for (let times = 0; times < 5; times += 1) expect((await (await takeOver()).next.begun).job.done).toBe(1)
  const { jobs } = await takeOver()
  expect(await jobs.find('shop', id)).toMatchObject({ state: 'interrupted', done: 1 })
  for (const { end } of [first, ...lost]) end()
})

test('a database that does not answer for a while ends no work @jobs-8', async () => {
  const store = await openDatabase()
  let isAway = true
  const away: JobStore = {
    ...store,
    append: (...given) => {
      if (!isAway) return store.append(...given)
      isAway = false
      return Promise.reject(new UnreachableDatabaseError('away'))
    },
  }
  const { jobs, errors } = processOn(away, async ({ done }, { report }) => {
    for (let line = done + 1; line <= 3; line += 1) await report([row(line)])
  })
  const id = await started(jobs)
  await expect.poll(async () => (await jobs.find('shop', id))?.state, polling).toBe('done')
  expect(await reportOf(jobs, id)).toEqual([row(1), row(2), row(3)])
  expect(errors).toEqual([])
})

test('a fault ends work as failed and is recorded; the last twenty are kept, and at most two run @jobs-9', async () => {
  const store = await openDatabase()
  const failing = processOn(store, () => Promise.reject(new Error('a fault')))
  for (let index = 0; index < 22; index += 1) {
    await failing.jobs.start(order, unrecorded)
    await expect.poll(() => failing.jobs.running('shop'), polling).toBe(0)
  }
  expect(failing.errors).toHaveLength(22)
  expect(await failing.jobs.list('shop')).toHaveLength(20)
  const { work, end } = handed()
  const busy = processOn(store, work).jobs
  expect(
    (await Promise.all(['1', '2', '3'].map((source) => busy.start({ ...order, source }, unrecorded))))
      .map(({ kind }) => kind)
      .toSorted(),
  ).toEqual(['busy', 'started', 'started'])
  end()
  await expect.poll(() => busy.running('shop'), polling).toBe(0)
})

test('no job begins or is asked to stop without its audit entry @jobs-12', async () => {
  const store = await openDatabase()
  const begun: string[] = []
  const { jobs } = processOn(store, async (job) => void begun.push(job.id))
  const failing = () => Promise.reject(new Error('the audit log is full'))
  await expect(jobs.start(order, failing)).rejects.toThrow('full')
  expect([await jobs.list('shop'), begun]).toEqual([[], []])

  const recording = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<string>()
  const starting = jobs.start(order, (id) => {
    recorded.resolve(id)
    return recording.promise
  })
  const id = await recorded.promise
  expect(begun).toEqual([])
  recording.resolve()
  await starting
  await expect.poll(() => begun, polling).toEqual([id])

  const work = handed()
  const other = processOn(store, work.work)
  const running = await started(other.jobs)
  const { handle } = await work.begun
  await expect(other.jobs.stop('shop', running, failing)).rejects.toThrow('full')
  expect(handle.stopped()).toBe(false)
  await other.jobs.takeOver()
  expect(handle.stopped()).toBe(false)
  work.end()
  await other.jobs.close()
})

test('a process that does no background work stores a job, which another one begins and stops @jobs-13', async () => {
  const store = await openDatabase()
  const { jobs } = processOn(store, () => Promise.reject(new Error('it does no work')), { isWorking: false })
  const id = await started(jobs)
  await jobs.takeOver()
  const { work, begun, end } = handed()
  const worker = processOn(store, work)
  await worker.jobs.takeOver()
  const { job, handle } = await begun
  // Nobody has begun it before: no step of it is uncertain.
  expect(job).toMatchObject({ id, done: 0, isTakenOver: false })
  await jobs.stop('shop', id, unrecorded)
  await worker.jobs.takeOver()
  expect(handle.stopped()).toBe(true)
  end()
  await expect.poll(async () => (await jobs.find('shop', id))?.state, polling).toBe('stopped')
  expect(worker.errors).toEqual([])
})

test('a process that works on jobs again continues those that it has left @jobs-14', async () => {
  const store = await openDatabase()
  const works = [handed(), handed()] as const
  const left = works.values()
  const { jobs, errors } = processOn(store, async (job, handle) => left.next().value?.work(job, handle))
  const id = await started(jobs)
  const { handle } = await works[0].begun
  await handle.report([row(1)])
  const closed = [jobs.close(), jobs.close()]
  works[0].end()
  await Promise.all(closed)
  await expect(handle.report([row(2)])).rejects.toBeInstanceOf(JobTakenOverError)
  await jobs.takeOver()
  jobs.open()
  jobs.open()
  await jobs.takeOver()
  const again = await works[1].begun
  expect(again.job).toMatchObject({ id, done: 1 })
  works[1].end()
  await expect.poll(async () => (await jobs.find('shop', id))?.state, polling).toBe('done')
  await jobs.close()
  expect(errors).toEqual([])
})
