import { createConsoleHandler } from '@gatehouse/console/handler'
import type { ConsoleDeps } from '@gatehouse/console/page-deps'
import { acceptsHtml } from '@gatehouse/http/requests'
import { loadStaticAssets } from '@gatehouse/http/assets'
import { type Pages, wishesOf } from '../edge/account-pages.ts'
import { readBuild } from '../edge/built-app.ts'

/** Creates the console's pages once their dependencies are known. */
export type OpenConsole = (deps: ConsoleDeps) => Promise<Pages>

/**
 * Opens the console as built.
 * @throws ConfigError when there is no build.
 */
export const openBuiltConsole: OpenConsole = async (deps) => {
  const { build, clientFolder } = await readBuild('console')
  const handle = createConsoleHandler(build, deps)
  return {
    assets: await loadStaticAssets(clientFolder),
    handle: (request, facts) =>
      handle(request, { ...facts, nonce: facts.nonce(), wantsPage: acceptsHtml(request.headers) }),
    // The page gets nothing of the request but its preferences.
    drawRefusal: (received, facts, refused) => {
      const request = new Request(`${deps.publicOrigin}/failed`, { headers: wishesOf(received.headers) })
      return handle(request, { ...facts, nonce: facts.nonce(), wantsPage: true, refused })
    },
  }
}
