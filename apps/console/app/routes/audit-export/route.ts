import type { LoaderFunctionArgs } from 'react-router'
import { enterScope } from '../../control-plane/scope.server.ts'
import { forbidden, refusalPage } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { filtersIn } from '../audit/audit.ts'

/** The audit log as a file, written while it is sent. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterScope(page, params)
  if (!scope.may(params['project'] === undefined ? 'exportWorkspaceAudit' : 'exportProjectAudit')) throw forbidden(page)
  const format = url.searchParams.get('format') === 'csv' ? 'csv' : 'jsonl'
  const query = { ...Object.fromEntries(filtersIn(url.searchParams)), format } as const
  const answer = await scope.fetch(scope.pick('exportWorkspaceAudit', 'exportProjectAudit'), { query })
  if (!answer.ok) throw refusalPage(page, answer.status, '')
  return answer
}
