import { type AccountHandler, createAccountHandler } from '@gatehouse/account/handler'
import type { AccountDeps } from '@gatehouse/account/page-deps'
import { withoutScripts } from '@gatehouse/contract/http'
import { builtStyles } from '@gatehouse/account/built-styles'
import { loadStaticAssets, type StaticAssets } from '@gatehouse/http/assets'
import { readBuild } from './built-app.ts'
import type { DrawRefusal } from './edge.ts'
import type { RequestFacts } from './route.ts'

/** Pages that are ready to answer. */
export interface Pages {
  readonly assets: StaticAssets
  readonly handle: (request: Request, facts: RequestFacts) => Promise<Response>
  /** Absent: the edge answers with its own text. */
  readonly drawRefusal?: DrawRefusal
}

/** Creates the account pages once their dependencies are known. */
export type OpenPages = (deps: AccountDeps) => Promise<Pages>

// Every project shows the same files, so they are loaded once for all.
let loadedAssets: Promise<StaticAssets> | undefined

/**
 * Opens the account pages as built.
 * @throws ConfigError when there is no build.
 */
export const openBuiltPages: OpenPages = async (deps) => {
  const { build, clientFolder } = await readBuild('account')
  const handle = createAccountHandler(build, deps, builtStyles(build, clientFolder))
  return {
    assets: await (loadedAssets ??= loadStaticAssets(clientFolder)),
    handle: (request, facts) => handle(request, { ...facts, nonce: facts.nonce() }),
    drawRefusal: refusalDrawer(handle, deps.publicOrigin),
  }
}

/** Draws a refusal as the error page does; the page gets nothing of the request but its preferences. */
export function refusalDrawer(handle: AccountHandler, publicOrigin: string): DrawRefusal {
  return async (received, facts, refusedRequest) => {
    const request = new Request(`${publicOrigin}/error`, { headers: wishesOf(received.headers) })
    const { status, headers, body } = await handle(request, { ...facts, nonce: facts.nonce(), refusedRequest })
    // A script would run at another address than the page's, and draw a second page beside it.
    const page = withoutScripts(await new Response(body).text())
    // The handler has set the length of the page with its script: browsers would wait for the rest.
    headers.set('content-length', String(Buffer.byteLength(page)))
    return new Response(page, { status, headers })
  }
}

/** The visitor's preferences for a page. */
export function wishesOf(received: Headers): Headers {
  const headers = new Headers({ accept: 'text/html' })
  for (const name of ['accept-language', 'cookie']) {
    const value = received.get(name)
    if (value !== null) headers.set(name, value)
  }
  return headers
}
