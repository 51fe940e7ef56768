import { refuseSubmit } from '../../failure/refuse-submit.server.ts'
import { reach } from '../../failure/reach.server.ts'
import { clientFailure, notFound, stored, refusedRequest } from '../../request/fail.server.ts'
import { ask } from '../../request/ask.server.ts'
import { pageRequestOf } from '../../request/page-request.ts'
import type { Route } from './+types/route.ts'

/** A failure that the identity service stored because no page could show it, or the OAuth2 server’s. */
export async function loader({ url, context }: Route.LoaderArgs): Promise<never> {
  const page = pageRequestOf(context)
  if (page.refusedRequest !== undefined) throw refusedRequest(page, page.refusedRequest)
  const id = url.searchParams.get('id')
  const code = url.searchParams.get('error')
  if (id === null || id === '')
    throw code === null ? notFound(page) : clientFailure(page, 'request_failed', { reason: codeOf(code) })
  const answer = await reach(page, `/error?${new URLSearchParams({ id })}`, () =>
    ask(page, (client, credentials) => client.getFlowError({ id }, credentials)),
  )
  throw answer.kind === 'ok' ? stored(page, id, answer.body.error) : notFound(page)
}

/** The OAuth2 server names its errors in the address, which any client can set: a code is shown, sentences are not. */
function codeOf(code: string): string | undefined {
  return /^[a-z_]{1,60}$/.test(code) ? code : undefined
}

export function action(): never {
  return refuseSubmit()
}

/** Never drawn: its loader throws. */
export default function RouteError() {
  return null
}
