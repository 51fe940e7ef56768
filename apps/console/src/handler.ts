import { withoutScripts } from '@gatehouse/contract/http'
import { createRequestHandler, type ServerBuild } from 'react-router'
import { parseEntryModule } from './entry-module.ts'
import type { ConsoleRequest } from '../app/request/console-request.ts'
import type { ConsoleDeps, RequestInfo } from './page-deps.ts'

/** The console as a function: a request in, a page out. Rejects never; failures become pages. */
export type ConsoleHandler = (request: Request, info: RequestInfo) => Promise<Response>

/** Puts the built console to work. `build` is React Router's server build, from disk or from Vite. */
export function createConsoleHandler(build: ServerBuild, deps: ConsoleDeps): ConsoleHandler {
  const entry = parseEntryModule(build.entry.module)
  const respond = createRequestHandler(build, deps.dev ? 'development' : 'production')
  return async (request, info) => {
    const page = entry.openConsoleRequest(request, deps, info)
    const drawFailed = async (shown: ConsoleRequest) => {
      const address = new Request(new URL('/failed', request.url), { headers: request.headers })
      const drawn = await respond(address, entry.consoleRequestProvider(shown))
      drawn.headers.delete(entry.failureHeader)
      return entry.completeResponse(await answerWithoutScripts(drawn), page)
    }
    if (info.refused !== undefined) return drawFailed(page)
    const response = await respond(request, entry.consoleRequestProvider(page))
    if (!response.headers.has(entry.failureHeader)) return entry.completeResponse(response, page)
    response.headers.delete(entry.failureHeader)
    // An answer to HEAD has no body that could be drawn.
    if (!info.wantsPage || request.method === 'HEAD') return entry.completeResponse(response, page)
    // An address that is not a page, such as a download, has no boundary that would draw the failure.
    const failed = { status: response.status, failure: await response.json() }
    return drawFailed({ ...page, failed })
  }
}

/** The page is at another address than its scripts would find themselves at. Its exits are links. */
async function answerWithoutScripts({ status, headers, body }: Response): Promise<Response> {
  const html = await new Response(body).text()
  return new Response(withoutScripts(html), { status, headers })
}
