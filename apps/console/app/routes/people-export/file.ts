import { type ActionFunctionArgs, redirect } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { readForm } from '../../form/fields.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'
import { exportFile } from './export-file.server.ts'
import { exportFormats } from './formats.ts'

/** People as a file; the control plane records the export before. The page of exports reports a refusal. */
export async function action({ request, context, params, url }: ActionFunctionArgs) {
  const scope = await enterProject(consoleRequestOf(context), params)
  const form = await readForm(request)
  const format = exportFormats.find((name) => name === form.text('format'))
  const withCredentials = form.isChecked('credentials')
  const page = `${scope.address}/people/export${url.search}`
  if (format === undefined) return redirect(page, 303)
  const filter = decodeURIComponent(url.searchParams.toString()).slice(0, 300)
  const what = { credentials: withCredentials, filter }
  const announced = await scope.call('announceIdentityExport', { body: what, reason: form.text('reason') })
  return announced.kind === 'done' ? exportFile(scope, url, { format, withCredentials }) : redirect(page, 303)
}
