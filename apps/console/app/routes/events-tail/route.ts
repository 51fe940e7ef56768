import type { LoaderFunctionArgs } from 'react-router'
import { enterProject } from '../../control-plane/scope.server.ts'
import { filterIn } from '../../events/event-filter.ts'
import { forbidden } from '../../failure/fail.server.ts'
import { consoleRequestOf, type ConsoleRequest } from '../../request/console-request.ts'
import { isStillSignedIn } from '../../session/operator.server.ts'

/** A project's events as they happen: server-sent events, while the page is open and the operator may read them. */
export async function loader({ request, context, params, url }: LoaderFunctionArgs) {
  const page = consoleRequestOf(context)
  const scope = await enterProject(page, params)
  if (!scope.may('listProjectEvents')) throw forbidden(page)
  const { type, identity } = filterIn(url.searchParams)
  // A browser that connects again sends its last position; the first one is still in the address.
  const from = request.headers.get('last-event-id') ?? url.searchParams.get('after') ?? 'latest'
  const query = { page_token: from, type, identity_id: identity }
  const { signal } = request
  const answer = await scope.fetch('listProjectEvents', { query, accept: 'text/event-stream', signal })
  return whileSignedIn(page, answer)
}

/**
 * Passes an answer on piece by piece as long as the session of the request lasts: it is checked before each piece, so
 * that a signed-out operator sees nothing more. The control plane checks the role.
 */
function whileSignedIn(page: ConsoleRequest, answer: Response): Response {
  if (!answer.ok || answer.body === null) return answer
  const body = answer.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform: async (piece, controller) => {
        // An identity service that does not answer vouches for no session.
        if (await isStillSignedIn(page).catch(() => false)) controller.enqueue(piece)
        else controller.terminate()
      },
    }),
  )
  return new Response(body, { status: answer.status, headers: answer.headers })
}
