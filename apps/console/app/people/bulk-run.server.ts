import type { AccountAction } from '@gatehouse/contract/operators'
import { setTimeout } from 'node:timers/promises'
import { redirect } from 'react-router'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { refusalPage } from '../failure/fail.server.ts'
import type { JobView } from '../jobs/job-view.ts'
import type { ConsoleRequest } from '../request/console-request.ts'
import { setNotice } from '../request/notice.server.ts'

/** Accounts of a job that ends while its page would be read; more of them, and the page shows how far it is. */
export const mostAwaited = 50

/** When a job that was just started is read, in milliseconds from one time to the next. */
const readings = [20, 50, 100, 200, 400, 800, 1600, 3000]

/** TABLE: the action that undoes a bulk action. */
const reverse = { deactivate: 'activate', activate: 'deactivate' } as const

/** A job that was just started, on accounts that are listed somewhere. */
export interface StartedRun {
  readonly job: JobView
  /** The address of the list that it was started from. */
  readonly list: string
  /** The accounts that it changes, if all of them are known; empty: it cannot be undone. */
  readonly changes?: readonly string[]
}

/**
 * Answers the form that has started a job on few accounts: back to the list with the result and a button that undoes
 * it, or to the page of the job if it takes longer or something was refused.
 */
export async function answerRun(page: ConsoleRequest, scope: ProjectContext, { job, list, changes = [] }: StartedRun) {
  const ended = await endedSoon(scope, job)
  if (ended?.state !== 'done' || ended.counts['done'] !== ended.total) {
    return redirect(`${scope.address}/jobs/${job.id}`, 303)
  }
  const { kind, done } = ended
  const back = kind === 'deactivate' || kind === 'activate' ? reverse[kind] : undefined
  const undo = back === undefined || changes.length === 0 ? undefined : `run.${back}.${changes.join(',')}`
  setNotice(page, `console:work.finished.${kind}`, { count: done }, { undo })
  return redirect(list, 303)
}

/** Undoes a bulk action by its reverse, as the `intent` of a toast's form has it; undefined: it has none. */
export async function undoRun(page: ConsoleRequest, scope: ProjectContext, intent: string, list: string) {
  const [run, named, ids = ''] = intent.split('.')
  const action = Object.values(reverse).find((one) => one === named)
  if (run !== 'run' || action === undefined) return undefined
  const body: { action: AccountAction; identity_ids: string[] } = { action, identity_ids: ids.split(',') }
  const started = await scope.call('createJob', { body, reason: page.t('console:toast.undo') })
  if (started.kind === 'refused') throw refusalPage(page, started.status, started.reason, started.id)
  return answerRun(page, scope, { job: started.body, list })
}

async function endedSoon(scope: ProjectContext, { id }: JobView): Promise<JobView | undefined> {
  for (const wait of readings) {
    await setTimeout(wait)
    const job = await scope.load('getJob', { params: { job_id: id } })
    if (job.state !== 'running') return job
  }
  return undefined
}
