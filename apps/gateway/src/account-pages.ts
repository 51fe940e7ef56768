import type { AccountDeps } from '@gatehouse/account/handler'
import { createAccountHandler } from '@gatehouse/account/handler'
import { builtStyles } from '@gatehouse/account/built-styles'
import { loadStaticAssets, type StaticAssets } from '@gatehouse/http/static-assets'
import { readBuild } from './built-app.ts'
import type { RequestFacts } from './route.ts'

/** Pages, ready to answer. */
export interface Pages {
  readonly assets: StaticAssets
  readonly handle: (request: Request, facts: RequestFacts) => Promise<Response>
}

/** Makes the account pages once their dependencies are known. */
export type OpenPages = (deps: AccountDeps) => Promise<Pages>

// Every project shows the same files; loading them once is enough for all.
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
  }
}
