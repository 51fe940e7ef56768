import type { ConsoleRequest } from '../request/console-request.ts'
import { isStillSignedIn } from '../session/operator.server.ts'

/**
 * Passes an answer on piece by piece for as long as the session lasts that asked for it: it is asked about before each
 * piece, so that a signed-out operator sees nothing more. The role is the control plane's to look after.
 */
export function whileSignedIn(page: ConsoleRequest, answer: Response): Response {
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
