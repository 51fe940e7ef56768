import type { ProjectContext } from '../control-plane/scope.server.ts'
import { rootOf } from '../people/project-root.server.ts'

const assets = /\/brand\/([\w-]{16}(?:-variable)?\.[a-z0-9]{2,5})/g

/** A page of the project for a frame of the console: its pictures and fonts come from here, whether published or not. */
export async function framed(scope: ProjectContext, answer: Response): Promise<Response> {
  const html = (await answer.text()).replaceAll(assets, `${rootOf(scope)}/branding/files/$1`)
  return new Response(html, { status: answer.status, headers: answer.headers })
}
