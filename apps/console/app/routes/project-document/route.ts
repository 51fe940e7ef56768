import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { refusalPage } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** Everything that the control plane knows of a project, as a file. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  const answer = await scope.fetch('getProject')
  if (!answer.ok) throw refusalPage(page, answer.status, '')
  const document: unknown = await answer.json()
  return new Response(JSON.stringify(document, undefined, 2), {
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'content-disposition': `attachment; filename="${scope.project.slug}.json"`,
    },
  })
}
