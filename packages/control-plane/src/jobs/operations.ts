import type { jobContract, job } from '@gatehouse/contract/control-plane'
import type { z } from 'zod'
import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import { jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import type { JobOrder, Jobs, JobView } from '../model/job.ts'
import type { Staging } from '../model/staged-import.ts'
import { type AnswerAs, actingFor, savedCaller } from './acting-caller.ts'
import { accountsMatching } from './matching.ts'
import { reportBody } from './report-body.ts'

/** The dependencies of operations on jobs. */
export interface JobDeps {
  readonly jobs: Jobs
  readonly imports: Pick<Staging, 'find'>
  /** Reads the people of a job, as its caller. */
  readonly answerAs: AnswerAs
}

/** The operations on jobs of a project's accounts. */
export function jobOperations(deps: JobDeps): HandlersOf<typeof jobContract> {
  const { jobs } = deps
  return {
    listJobs: async ({ project }) =>
      jsonAnswer(200, {
        jobs: await Promise.all((await jobs.list(project.id)).map((one) => presentJob(deps, project.id, one))),
      }),
    createJob: (call) => create(deps, call),
    getJob: async (call) => answerOf(deps, call, 200, await requireJob(deps, call)),
    getJobReport: (call) => report(deps, call),
    stopJob: async (call) => {
      const { id, kind } = await requireJob(deps, call)
      await jobs.stop(call.project.id, id, () => call.record({ kind: 'job', id, name: kind }))
      return answerOf(deps, call, 200, await requireJob(deps, call))
    },
  }
}

async function create(deps: JobDeps, call: CallOf<'createJob'>): Promise<Response> {
  const { action, identity_ids: given = [], matching } = await call.body()
  const meant = matching === undefined ? given.map((id) => id.toLowerCase()) : await allMatching(deps, call, matching)
  const ids = [...new Set(meant)]
  return startedAnswer(deps, call, { kind: action, identityIds: ids }, `${action} (${ids.length})`)
}

/** Returns every matching account, without the caller's own. */
async function allMatching(
  { answerAs }: JobDeps,
  call: CallOf<'createJob'>,
  matching: Readonly<Record<string, string>>,
): Promise<readonly string[]> {
  const own = call.principal.kind === 'operator' ? call.principal.identityId : undefined
  const found = await accountsMatching(actingFor(answerAs, savedCaller(call), call.project.id), matching)
  const others = found.filter((id) => id !== own)
  if (others.length > 0) return others
  throw new RefusalError({ code: 400, reason: 'No account matches but the caller’s own.' })
}

/**
 * Starts work, records it by the given name in the audit log, and answers. Refuses with 403 if too much work is running.
 */
export async function startedAnswer(
  deps: Pick<JobDeps, 'jobs' | 'imports'>,
  call: ProjectCall,
  order: Pick<JobOrder, 'kind' | 'identityIds' | 'source'>,
  name: string,
): Promise<Response> {
  const started = await deps.jobs.start(
    { ...order, projectId: call.project.id, startedBy: call.actor.name, caller: savedCaller(call) },
    (id) => call.record({ kind: 'job', id, name }),
  )
  if (started.kind === 'busy') {
    const reason = 'This project has as many jobs under way as it may. Wait for one to end, or stop it.'
    throw new RefusalError({ code: 403, id: 'quota_exceeded', reason })
  }
  return answerOf(deps, call, 201, await requireJob(deps, { ...call, params: { job_id: started.id } }))
}

async function answerOf(
  deps: Pick<JobDeps, 'imports'>,
  { project }: ProjectCall,
  status: number,
  job: JobView,
): Promise<Response> {
  return jsonAnswer(status, await presentJob(deps, project.id, job))
}

async function requireJob({ jobs }: Pick<JobDeps, 'jobs'>, { project, params }: ProjectCall): Promise<JobView> {
  const job = await jobs.find(project.id, params['job_id'] ?? '')
  if (job !== undefined) return job
  throw new RefusalError({ code: 404, reason: 'This project has no job of this id. The last twenty are kept.' })
}

async function report({ jobs }: JobDeps, call: CallOf<'getJobReport'>): Promise<Response> {
  const { id } = await requireJob({ jobs }, call)
  const { result: wanted, format } = call.query
  return new Response(await reportBody(() => jobs.report(id), { format, wanted }), {
    headers: {
      'content-type': format === 'csv' ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="report.${format}"`,
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

/** Returns a job in the wire format. Its import is named while the file exists. */
async function presentJob(
  { imports }: { readonly imports: Pick<Staging, 'find'> },
  projectId: string,
  view: JobView,
): Promise<z.input<typeof job>> {
  const { id, kind, state, total, done, counts, startedAt, endedAt, startedBy, failure, source } = view
  const staged = source === undefined ? undefined : await imports.find(projectId, source)
  return {
    id,
    kind,
    state,
    total: total ?? null,
    done,
    counts,
    started_at: timestamp(startedAt),
    ended_at: endedAt === undefined ? null : timestamp(endedAt),
    started_by: startedBy,
    failure: failure ?? null,
    import_id: staged?.id ?? null,
  }
}
