import { isRouteErrorResponse } from 'react-router'
import type { DepartedFlow, DrawnFlow, UndrawnFlow } from '../drawn-flow.ts'
import type { Notice } from '../detours/outcome.ts'
import { appOpenedBy } from '../../request/app-address.ts'

/** Milliseconds after which a submit is aborted; the server's own time limit is shorter. */
const longestMs = 45_000

let shown: DrawnFlow | undefined
let cancel: (() => void) | undefined

/** Remembers the form on the screen, which stays there when the next submit gets no answer. */
export function rememberShown(drawn: DrawnFlow): void {
  shown = drawn
}

/** Aborts the submit that is under way. Its effects on the server remain. */
export function cancelSubmit(): void {
  cancel?.()
}

/**
 * Sends a form by script. Without a network, after an answer that is none of ours, or if the person stops waiting, the
 * form stays on the screen, with everything typed into it. If the answer opens an app, the page stays on the screen
 * too, and says how to open the app again.
 */
export async function sendPatiently<T>(send: () => Promise<T>): Promise<T | UndrawnFlow | DepartedFlow> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const given = new Promise<Notice>((resolve) => {
    cancel = () => resolve('cancelled')
    timer = setTimeout(() => resolve('too_slow'), longestMs)
  })
  try {
    return await Promise.race([send().then((answer) => withShown(answer)), given.then(undrawn)])
  } catch (error) {
    const app = appOpenedBy(error)
    if (app !== undefined && shown) {
      window.location.assign(app)
      return { departedTo: app, shown }
    }
    // Redirects and pages that our server throws are answers, too.
    if (error instanceof Response || isRouteErrorResponse(error)) throw error
    return undrawn('offline')
  } finally {
    clearTimeout(timer)
    cancel = undefined
  }
}

/** A server that could not draw the form does not know which one is on the screen. */
function withShown<T>(answer: T): T {
  return typeof answer === 'object' && answer !== null && 'notice' in answer && !('flow' in answer) && shown
    ? { ...answer, shown }
    : answer
}

function undrawn(id: Notice): UndrawnFlow {
  return { notice: { id }, ...(shown && { shown }) }
}
