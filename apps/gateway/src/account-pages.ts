import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { AccountDeps } from '@gatehouse/account/handler'
import { createAccountHandler } from '@gatehouse/account/handler'
import { builtStyles } from '@gatehouse/account/built-styles'
import { ConfigError } from '@gatehouse/config/config-error'
import { loadStaticAssets, type StaticAssets } from '@gatehouse/http/static-assets'
import type { ServerBuild } from 'react-router'
import type { RequestFacts } from './route.ts'

/** The account pages, ready to answer. */
export interface AccountPages {
  readonly assets: StaticAssets
  readonly handle: (request: Request, facts: RequestFacts) => Promise<Response>
}

/** Makes the pages once their dependencies are known. */
export type OpenPages = (deps: AccountDeps) => Promise<AccountPages>

const buildFolder = fileURLToPath(new URL('../../account/build', import.meta.url))

// Every project shows the same files; loading them once is enough for all.
let loadedAssets: Promise<StaticAssets> | undefined

/**
 * Opens the pages as built.
 * @throws ConfigError when there is no build.
 */
export const openBuiltPages: OpenPages = async (deps) => {
  const entry = `${buildFolder}/server/index.js`
  if (!existsSync(entry)) {
    throw new ConfigError([{ subject: entry, wrong: 'does not exist', fix: 'run: npm run build' }])
  }
  const build = parseBuild(await import(pathToFileURL(entry).href))
  const clientFolder = `${buildFolder}/client`
  const handle = createAccountHandler(build, deps, builtStyles(build, clientFolder))
  return {
    assets: await (loadedAssets ??= loadStaticAssets(clientFolder)),
    handle: (request, facts) => handle(request, { ...facts, nonce: facts.nonce() }),
  }
}

/** Takes a module for a server build of React Router, after a look at what only such a build has. */
export function parseBuild(module: unknown): ServerBuild {
  if (typeof module === 'object' && module !== null && 'routes' in module && 'entry' in module) {
    return module as ServerBuild
  }
  throw new ConfigError([
    { subject: buildFolder, wrong: 'is no build of the account pages', fix: 'run: npm run build' },
  ])
}
