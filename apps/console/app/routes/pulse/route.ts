import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { countsOf } from '../../pulse/counts.server.ts'
import type { Pulse } from '../../pulse/pulse.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** What the frame of a project's pages follows: long work, and unless `only=jobs` is asked for, counts. */
export async function loader({ context, params, url }: LoaderFunctionArgs): Promise<Response> {
  const scope = await enterProject(consoleRequestOf(context), params)
  const wantsCounts = url.searchParams.get('only') !== 'jobs'
  const [listed, counts] = await Promise.all([
    scope.may('listJobs') ? scope.load('listJobs') : { jobs: [] },
    wantsCounts ? countsOf(scope) : {},
  ])
  const jobs = listed.jobs.map(({ id, kind, state, done, total, counts: { refused = 0 } }) => {
    return { id, kind, state, done, total, refused }
  })
  const pulse: Pulse = { jobs, ...counts }
  return Response.json(pulse, { headers: { 'cache-control': 'no-store' } })
}
