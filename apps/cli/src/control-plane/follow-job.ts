import { writeFile } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import type { AnswerOf } from '@gatehouse/contract/control-plane'
import { interruptedCode, interruptible } from '../transfer/interruption.ts'
import { progressOnTerminal } from '../transfer/progress.ts'
import { done, type ProjectAccess } from './project-access.ts'

/** A job as the control plane answers it. */
export type Job = AnswerOf<'getJob'>

const pauseMs = 500

/** Says how far a job is until it ends, writes its report, and sets the exit code. An interruption leaves it running. */
export async function followJob({ api, project }: ProjectAccess, first: Job, report: string): Promise<void> {
  const params = { project, job_id: first.id }
  const progress = progressOnTerminal()
  const job = await interruptible(async (stopped) => {
    let now = first
    while (now.state === 'running' && !stopped()) {
      progress.report(lineOf(now))
      await delay(pauseMs)
      now = done(await api.call('getJob', { params }))
    }
    return now
  }, 'Not followed any more; the job goes on. Once more ends this command at once.')
  progress.end()
  console.error(lineOf(job))
  if (job.state === 'running') {
    console.error(`Follow it with: gatehouse jobs ${job.id} --project ${project}`)
    console.error(`Stop it with: gatehouse jobs ${job.id} --stop --project ${project}`)
    process.exitCode = interruptedCode
    return
  }
  const answer = await api.fetch('getJobReport', { params })
  if (answer.ok) {
    await writeFile(report, await answer.text())
    console.error(`Each entry is in ${report}.`)
  }
  if (job.failure !== null) console.error(job.failure)
  if (job.state !== 'done' && job.import_id !== null) {
    console.error(`Go on with: gatehouse import --resume ${job.import_id} --project ${project}`)
  }
  process.exitCode = job.state === 'done' && (job.counts['refused'] ?? 0) === 0 ? 0 : 1
}

/** Returns a job in one line, for people. */
export function lineOf({ id, kind, state, done: count, total, counts, started_at: at, started_by: by }: Job): string {
  const ends = Object.entries(counts).map(([result, number]) => `${number} ${result.replaceAll('_', ' ')}`)
  const far = total === null ? `${count}` : `${count} of ${total}`
  return `${id}  ${kind}  ${state}  ${far}${ends.length > 0 ? ` (${ends.join(', ')})` : ''}  ${at}  ${by}`
}
