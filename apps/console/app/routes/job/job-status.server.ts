import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import type { JobView } from '../../jobs/job-view.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** Reads how far a piece of work is. */
export async function readJob({ context, params }: Pick<LoaderFunctionArgs, 'context' | 'params'>): Promise<JobView> {
  const scope = await enterProject(consoleRequestOf(context), params)
  return scope.load('getJob', { params: { job_id: params['job'] ?? '' } })
}
