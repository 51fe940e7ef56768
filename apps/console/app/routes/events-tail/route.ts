import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { filterIn } from '../../events/event-filter.ts'
import { whileSignedIn } from '../../events/while-signed-in.server.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { consoleRequestOf } from '../../request/console-request.ts'

/** A project's events as they happen: server-sent events, while the page is open and the operator may read them. */
export async function loader({ request, context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('listProjectEvents')) throw forbidden(page)
  const { type, identity } = filterIn(url.searchParams)
  // A browser that connects again says how far it came; where it began is still in the address.
  const from = request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? 'latest'
  const query = { page_token: from, type, identity_id: identity }
  const { signal } = request
  const answer = await scope.fetch('listProjectEvents', { query, accept: 'text/event-stream', signal })
  return whileSignedIn(page, answer)
}
