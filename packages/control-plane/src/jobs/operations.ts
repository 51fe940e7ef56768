import type { jobContract } from '@gatehouse/contract/control-plane'

import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import type { Staging } from '../imports/staged-import.ts'
import { jsonAnswer, RefusalError } from '../http/answer.ts'
import { accountWork } from './account-work.ts'
import { type AnswerAs, actingFor } from './acting-caller.ts'
import type { Jobs, JobView, Started } from './job.ts'
import { presentJob } from './present.ts'
import { reportTable } from './report-table.ts'

/** What long work takes. */
export interface JobDeps {
  readonly jobs: Jobs
  readonly imports: Pick<Staging, 'find'>
  /** Answers the requests of work that outlasts its call. */
  readonly answerAs: AnswerAs
}

/** Long work on the accounts of a project. */
export function jobOperations(deps: JobDeps): HandlersOf<typeof jobContract> {
  const { jobs } = deps
  return {
    listJobs: async ({ project }) =>
      jsonAnswer(200, {
        jobs: await Promise.all(jobs.list(project.id).map((one) => presentJob(deps, project.id, one))),
      }),
    createJob: (call) => create(deps, call),
    getJob: (call) => answerOf(deps, call, 200, requireJob(deps, call)),
    getJobReport: (call) => report(deps, call),
    stopJob: async (call) => {
      const { id, kind } = requireJob(deps, call)
      jobs.stop(call.project.id, id)
      await call.record({ kind: 'job', id, name: kind })
      return answerOf(deps, call, 200, requireJob(deps, call))
    },
  }
}

async function create(deps: JobDeps, call: CallOf<'createJob'>): Promise<Response> {
  const { action, identity_ids: given } = await call.body()
  const ids = [...new Set(given.map((id) => id.toLowerCase()))]
  const caller = actingFor(deps.answerAs, call)
  const started = deps.jobs.start({
    projectId: call.project.id,
    kind: action,
    startedBy: call.actor.name,
    total: ids.length,
    work: (handle) => accountWork(caller, action, ids, handle),
  })
  return startedAnswer(deps, call, started, `${action} (${ids.length})`)
}

/** The answer of a call that starts work, with its line of the audit log. Refuses with 403 where enough runs already. */
export async function startedAnswer(
  deps: Pick<JobDeps, 'jobs' | 'imports'>,
  call: ProjectCall,
  started: Started,
  name: string,
): Promise<Response> {
  if (started.kind === 'busy') {
    const reason = 'This project has as many jobs under way as it may. Wait for one to end, or stop it.'
    throw new RefusalError({ code: 403, id: 'quota_exceeded', reason })
  }
  await call.record({ kind: 'job', id: started.id, name })
  return answerOf(deps, call, 201, requireJob(deps, { ...call, params: { job_id: started.id } }))
}

async function answerOf(
  deps: Pick<JobDeps, 'imports'>,
  { project }: ProjectCall,
  status: number,
  job: JobView,
): Promise<Response> {
  return jsonAnswer(status, await presentJob(deps, project.id, job))
}

function requireJob({ jobs }: Pick<JobDeps, 'jobs'>, { project, params }: ProjectCall): JobView {
  const job = jobs.find(project.id, params['job_id'] ?? '')
  if (job !== undefined) return job
  throw new RefusalError({ code: 404, reason: 'This project has no job of this id. The last twenty are kept.' })
}

async function report({ jobs }: JobDeps, call: CallOf<'getJobReport'>): Promise<Response> {
  const { id } = requireJob({ jobs }, call)
  const { result: wanted = [], format } = call.query
  const rows = ((await jobs.report(call.project.id, id)) ?? []).filter(
    ({ result }) => wanted.length === 0 || wanted.includes(result),
  )
  const isCsv = format === 'csv'
  return new Response(isCsv ? reportTable(rows) : rows.map((row) => `${JSON.stringify(row)}\n`).join(''), {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="report.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}
