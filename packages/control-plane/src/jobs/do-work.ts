import { createAdminClient } from '@gatehouse/client/admin-client'
import { schemaVerdicts } from '@gatehouse/transfer/check'

import { RefusalError } from '../http/answer.ts'
import { importWork } from './imports/import-work.ts'
import { readStaged } from './imports/read-staged.ts'
import { schemasOf } from './imports/schemas.ts'
import type { Staging } from '../model/staged-import.ts'
import type { ProjectHost } from '../model/project-host.ts'
import { accountWork } from './account-work.ts'
import { type ActingCaller, type AnswerAs, actingFor } from './acting-caller.ts'
import { type DoWork, type Job, type JobHandle, WorkRefused } from '../model/job.ts'

/** The dependencies of the work of jobs. */
export interface WorkDeps {
  readonly imports: Staging
  readonly host: Pick<ProjectHost, 'adminOf'>
  readonly answerAs: AnswerAs
}

/** Creates the function that does the work of every kind of job. */
export function createWork(deps: WorkDeps): DoWork {
  return async (job, handle) => {
    const caller = actingFor(deps.answerAs, job.caller, job.projectId)
    try {
      if (job.kind === 'import') await importFile(deps, caller, job, handle)
      else await accountWork(caller, job.kind, job, handle)
    } catch (error) {
      if (!(error instanceof RefusalError)) throw error
      throw new WorkRefused(error.refusal.reason ?? error.message)
    }
  }
}

async function importFile(
  { imports, host }: WorkDeps,
  caller: ActingCaller,
  job: Job,
  handle: JobHandle,
): Promise<void> {
  const staged = await imports.find(job.projectId, job.source ?? '')
  if (staged === undefined) throw new WorkRefused('The file was removed meanwhile.')
  const schemas = await schemasOf(caller)
  const admin = createAdminClient({ baseUrl: caller.baseUrl, timeoutMs: 0, fetch: caller.send })
  const takesIds = host.adminOf(job.projectId)?.kind === 'embedded'
  const read = () => readStaged(staged, { imports, schemas, isEmbedded: takesIds })
  const known = new Map(schemas.map(({ id, schema }) => [id, schema]))
  const check = schemaVerdicts((id) => Promise.resolve(known.get(id)))
  await importWork({ admin, check, takesIds }, read, job, handle)
  if (!handle.stopped()) await imports.discard(staged.id)
}
