import type { LoaderFunctionArgs } from 'react-router'
import { enterPlace } from '../../control-plane/place.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { filtersIn } from '../audit/audit.ts'

/** The audit log as a file, written while it is sent. */
export async function loader({ context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const place = await enterPlace(page, params)
  if (!place.may(params['project'] === undefined ? 'exportWorkspaceAudit' : 'exportProjectAudit')) throw forbidden(page)
  const query = filtersIn(url.searchParams)
  query.set('format', url.searchParams.get('format') === 'csv' ? 'csv' : 'jsonl')
  return place.fetch(`/audit/export?${query}`)
}
