import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { reportTable } from './report-table.server.ts'

/** A job's report so far, as CSV or JSON Lines; with `result`, the lines that ended so. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const rows = await page.jobs.report(room.project.id, params['job'] ?? '')
  if (rows === undefined) throw notFound(page)
  const results = url.searchParams.getAll('result')
  const wanted = results.length === 0 ? rows : rows.filter(({ result }) => results.includes(result))
  const isCsv = url.searchParams.get('format') === 'csv'
  return new Response(isCsv ? reportTable(wanted) : wanted.map((row) => `${JSON.stringify(row)}\n`).join(''), {
    headers: {
      'content-type': isCsv ? 'text/csv; charset=utf-8; header=present' : 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="report.${isCsv ? 'csv' : 'jsonl'}"`,
      'x-content-type-options': 'nosniff',
    },
  })
}
