import type { LoaderFunctionArgs } from 'react-router'
import type { JobView } from '../../../src/jobs/job.ts'
import { enterProject } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** How a piece of work stands. */
export interface Standing {
  readonly job: JobView
  /** Whether its file is still there: that of an import which did not come to its end stays for a day. */
  readonly again: boolean
}

/** Reads how a piece of work stands. */
export async function readStanding({
  context,
  params,
}: Pick<LoaderFunctionArgs, 'context' | 'params'>): Promise<Standing> {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const job = page.jobs.find(room.project.id, params['job'] ?? '')
  if (job === undefined) throw notFound(page)
  const again = job.state !== 'running' && (await page.imports.find(room.project.id, job.source ?? '')) !== undefined
  return { job, again }
}
