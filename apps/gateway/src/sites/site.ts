import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { BrandImage } from '@gatehouse/config/brand'
import type { OAuth2Server } from '@gatehouse/config/config'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { OpenDevtools } from '../devtools/open-devtools.ts'
import type { DrawPage } from '../devtools/preview/draw-page.ts'
import type { Edge } from '../edge/edge.ts'
import type { SessionCookie } from './unnoticed-session.ts'

/** The parts that differ between origins with account pages. */
export interface SiteParts {
  readonly publicUrl: URL
  /** Returns whether a requested host could only be a project's. Absent: such requests do not come here. */
  readonly isNoProject?: ((host: string) => boolean) | undefined
  /** The name on these pages, if no brand sets one. */
  readonly name: string
  /** The project that these are the pages of; absent: the one at the public origin. */
  readonly slug?: string | undefined
  readonly identity: FetchHandler
  readonly client: IdentityClient
  /** Serves the self-service of an account with a service that has no calls for it; otherwise absent. */
  readonly adminClient?: AdminClient | undefined
  /** The developer tools; absent outside development mode. */
  readonly devtools: OpenDevtools | undefined
  /** The admin API for holders of a project's key; absent if there is a listener for it. */
  readonly projectAdmin: FetchHandler | undefined
  /** The OAuth2 server for which people sign in; absent if there is none. */
  readonly oauth2: OAuth2Server | undefined
  /** Names the setting that allows a `return_to`. */
  readonly returnSetting: string
  readonly sessionCookie: SessionCookie
  /** The origins to which forms may redirect. */
  readonly formActionOrigins: readonly string[]
  /** The origins that scripts of pages may call, besides their own. */
  readonly connectOrigins: readonly string[]
  /** Returns a picture or font that was stored for these pages, by its name; absent: there are none. */
  readonly storedImage?: (name: string) => Promise<Pick<BrandImage, 'mediaType' | 'bytes'> | undefined>
}

/** A site that answers, and its pages as they would be. */
export interface OpenedSite {
  readonly edge: Edge
  readonly drawPage: DrawPage
}

/** Creates the edge of one origin: account pages, public API and their files. */
export type OpenSite = (parts: SiteParts) => Promise<OpenedSite>
