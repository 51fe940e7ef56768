import type { IdentityClient } from '@gatehouse/client/client'
import type { Config } from '@gatehouse/config/config'
import type { CspAdditions } from '@gatehouse/http/content-security-policy'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'
import type { StaticAssets } from '@gatehouse/http/static-assets'
import type { OpenPages } from './account-pages.ts'
import { createEdge, type Edge } from './edge.ts'
import type { Log } from './log.ts'
import { routeTable, type Services } from './routes.ts'

/** What is different at each origin that has account pages. */
export interface SiteParts {
  readonly publicUrl: URL
  readonly brandName: string
  readonly identity: FetchHandler
  readonly client: IdentityClient
  /** The developers' desk; absent outside development mode. */
  readonly desk: FetchHandler | undefined
  /** The admin API for holders of a project's key; absent where there is a listener for it. */
  readonly projectAdmin: FetchHandler | undefined
  /** Origins that forms may lead to. */
  readonly formActionOrigins: readonly string[]
}

/** What all of them share. */
export interface SharedParts {
  readonly config: Config
  readonly log: Log
  readonly openPages: OpenPages
  readonly cspAdditions: CspAdditions
  readonly health: FetchHandler
  readonly locales: StaticAssets
  readonly missingTexts: Services['missingTexts']
}

/** Makes the way in to one origin: account pages, public API, and what goes with them. */
export type OpenSite = (parts: SiteParts) => Promise<Edge>

export function siteOpener({
  config,
  log,
  openPages,
  cspAdditions,
  health,
  locales,
  missingTexts,
}: SharedParts): OpenSite {
  return async ({ publicUrl, brandName, identity, client, desk, projectAdmin, formActionOrigins }) => {
    const isHttps = publicUrl.protocol === 'https:'
    const pages = await openPages({
      client,
      publicOrigin: publicUrl.origin,
      brand: { name: brandName },
      dev: config.dev,
      reportMissingTexts: config.collectMissingTexts,
      secureCookies: isHttps,
      onError: (error, requestId) => log.error({ err: error, requestId }, 'page failed'),
    })
    const targets = [...formActionOrigins, ...config.formActionOrigins, ...(cspAdditions.formAction ?? [])]
    const formAction = [...new Set(targets)].filter((origin) => origin !== publicUrl.origin)
    return createEdge({
      publicUrl,
      trustedHops: config.trustedHops,
      permanentOrigin: isHttps,
      routes: routeTable({
        health,
        locales,
        missingTexts,
        assets: pages.assets,
        identity,
        desk,
        projectAdmin,
        pages: pages.handle,
      }),
      log,
      cspAdditions: { ...cspAdditions, formAction },
    })
  }
}
