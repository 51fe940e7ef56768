import { createRequestHandler, type ServerBuild } from 'react-router'
import { rememberFeatures } from './features.ts'
import { parseEntryModule } from './entry-module.ts'
import type { AccountDeps, ConsoleDeps, RequestInfo } from './page-deps.ts'

/** The account pages as a function: a request in, a page out. Rejects never; failures become pages. */
export type AccountHandler = (request: Request, info: RequestInfo) => Promise<Response>

/**
 * Puts the built pages to work. `build` is React Router's server build, from disk or from Vite; `styles` are those of a
 * build from disk, as `builtStyles` reads them.
 */
export function createAccountHandler(build: ServerBuild, deps: AccountDeps, styles?: string): AccountHandler {
  const entry = parseEntryModule(build.entry.module)
  const respond = createRequestHandler(build, deps.dev ? 'development' : 'production')
  const pageDeps: ConsoleDeps = { ...deps, features: rememberFeatures(deps.client, deps.adminClient) }
  return async (request, info) => {
    const page = entry.openPageRequest(request, pageDeps, info, styles)
    const context = entry.pageRequestProvider(page)
    const known = await entry.answerKnownPage(request, page, context)
    return entry.completeResponse(known ?? (await respond(entry.forRouter(request, page), context)), page)
  }
}
