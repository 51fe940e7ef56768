import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { refusalPage } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** Sends a job's report so far, as CSV or JSON Lines; with `result`, only the lines with that result. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const result = url.searchParams.getAll('result')
  const format = url.searchParams.get('format') === 'csv' ? 'csv' : 'jsonl'
  const query = { format, ...(result.length > 0 && { result }) } as const
  const answer = await scope.fetch('getJobReport', { params: { job_id: params['job'] ?? '' }, query })
  if (!answer.ok) throw refusalPage(page, answer.status, '')
  return answer
}
