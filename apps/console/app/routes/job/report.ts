import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/place.server.ts'
import { notFound } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** A job's report so far, as JSON Lines. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const room = await enterProject(page, params)
  const rows = page.jobs.report(room.project.id, params['job'] ?? '')
  if (rows === undefined) throw notFound(page)
  return new Response(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="report.jsonl"',
      'x-content-type-options': 'nosniff',
    },
  })
}
