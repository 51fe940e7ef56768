import { appendFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createJobRecords } from './job-records.ts'
import type { JobHandle } from './job.ts'
import { createJobs } from './jobs.ts'

function open(folder = mkdtempSync(join(tmpdir(), 'gatehouse-jobs-'))) {
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const errors: unknown[] = []
  const jobs = createJobs({ records: createJobRecords(folder), onError: (error) => errors.push(error) })
  return { folder, jobs, errors }
}

const order = { projectId: 'shop', kind: 'import', startedBy: 'Ada', source: 'file-1' } as const

/** Work that goes on when the test lets it. */
function handed() {
  const { promise, resolve } = Promise.withResolvers<JobHandle>()
  const end = Promise.withResolvers<void>()
  const work = async (handle: JobHandle) => {
    resolve(handle)
    await end.promise
  }
  return { work, handle: promise, end: () => end.resolve() }
}

const row = (line: number, result = 'created') => ({ line, result })

test('after a restart, work that was under way is interrupted, with everything that was reported @jobs-1', async () => {
  const { folder, jobs } = open()
  const { work, handle } = handed()
  const started = jobs.start({ ...order, work })
  const id = started.kind === 'started' ? started.id : ''
  const { setTotal, report } = await handle
  setTotal(3)
  report([row(1), row(2, 'refused')])
  // The process ends in the middle of a line.
  appendFileSync(join(folder, `${id}.report.jsonl`), '{"line":3,"resu')
  const after = open(folder).jobs
  expect(after.find('shop', id)).toMatchObject({
    state: 'interrupted',
    done: 2,
    total: 3,
    counts: { created: 1, refused: 1 },
    source: 'file-1',
  })
  expect(await after.report('shop', id)).toEqual([row(1), row(2, 'refused')])
  expect(after.find('other', id)).toBeUndefined()
  expect(await after.report('other', id)).toBeUndefined()
  // It does not stand in the way of new work.
  const again = handed()
  expect(after.start({ ...order, work: again.work }).kind).toBe('started')
  again.end()
})

test('work that is stopped ends after what is at hand, and stays stopped @jobs-2', async () => {
  const { folder, jobs } = open()
  const { work, handle, end } = handed()
  const started = jobs.start({ ...order, work })
  const id = started.kind === 'started' ? started.id : ''
  const { stopped, report } = await handle
  report([row(1)])
  jobs.stop('other', id)
  expect(stopped()).toBe(false)
  jobs.stop('shop', id)
  expect(stopped()).toBe(true)
  end()
  await expect.poll(() => jobs.find('shop', id)?.state).toBe('stopped')
  expect(open(folder).jobs.find('shop', id)).toMatchObject({ state: 'stopped', done: 1 })
})

test('a fault ends work as failed and is written down; the last twenty stay, and at most two are under way', async () => {
  const { folder, jobs, errors } = open()
  for (let index = 0; index < 22; index += 1) {
    jobs.start({ ...order, work: () => Promise.reject(new Error(`fault ${index}`)) })
    await expect.poll(() => jobs.list('shop').filter(({ state }) => state === 'running').length).toBe(0)
  }
  expect(errors).toHaveLength(22)
  expect(jobs.list('shop')).toHaveLength(20)
  expect(readdirSync(folder)).toHaveLength(20)
  const busy = [handed(), handed()]
  for (const { work } of busy) expect(jobs.start({ ...order, work }).kind).toBe('started')
  expect(jobs.start({ ...order, work: handed().work })).toEqual({ kind: 'busy' })
  for (const { end } of busy) end()
})
