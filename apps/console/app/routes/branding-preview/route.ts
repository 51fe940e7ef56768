import type { LoaderFunctionArgs } from 'react-router'
import { enterOwnProject, type ProjectContext } from '../../control-plane/scope.server.ts'
import { refusalPage } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** A page of the project as the draft of its brand would have it, for a frame. */
export async function loader({ request, context, params }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterOwnProject(page, params, 'configuration')
  const { searchParams } = new URL(request.url)
  const [state, language, version] = ['state', 'language', 'version'].map((name) => searchParams.get(name) ?? undefined)
  const scheme = searchParams.get('scheme') === 'dark' ? 'dark' : 'light'
  const answer = await scope.fetch('previewBranding', {
    query: { state, language, version, scheme },
    accept: 'text/html',
  })
  if (!answer.ok) throw refusalPage(page, answer.status, 'There is no example of this page.')
  return framed(scope, answer)
}

const assets = /\/brand\/([\w-]{16}(?:-variable)?\.[a-z0-9]{2,5})/g

/** A page of the project for a frame of the console: its pictures and fonts come from here, whether published or not. */
async function framed(scope: ProjectContext, answer: Response): Promise<Response> {
  const html = (await answer.text()).replaceAll(assets, `${scope.address}/branding/files/$1`)
  return new Response(html, { status: answer.status, headers: answer.headers })
}
