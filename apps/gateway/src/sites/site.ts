import type { AdminClient } from '@gatehouse/client/admin-client'
import type { IdentityClient } from '@gatehouse/client/client'
import type { BrandImage } from '@gatehouse/config/brand'
import type { OAuth2Server } from '@gatehouse/config/config'
import type { FetchHandler } from '@gatehouse/http/handler'
import type { OpenDevtools } from '../devtools/open-devtools.ts'
import type { DrawPage } from '../devtools/preview/draw-page.ts'
import type { Edge } from '../edge/edge.ts'
import type { SessionCookie } from './unnoticed-session.ts'

/** What is different at each origin that has account pages. */
export interface SiteParts {
  readonly publicUrl: URL
  /** Whether a host that is asked for here could only be a project's. Absent: such requests do not come here. */
  readonly isNoProject?: ((host: string) => boolean) | undefined
  /** Whose pages these are, where no brand says it. */
  readonly name: string
  /** The project that these are the pages of; absent: the one at the public origin. */
  readonly slug?: string | undefined
  readonly identity: FetchHandler
  readonly client: IdentityClient
  /** For what people may do to their own account at a service without calls for it; absent where it has them. */
  readonly adminClient?: AdminClient | undefined
  /** The developer tools; absent outside development mode. */
  readonly devtools: OpenDevtools | undefined
  /** The admin API for holders of a project's key; absent where there is a listener for it. */
  readonly projectAdmin: FetchHandler | undefined
  /** The OAuth2 server that people sign in for; absent where there is none. */
  readonly oauth2: OAuth2Server | undefined
  /** What allows a `return_to`, in words. */
  readonly returnSetting: string
  readonly sessionCookie: SessionCookie
  /** Origins that forms may lead to. */
  readonly formActionOrigins: readonly string[]
  /** Origins that scripts of pages may ask, besides their own. */
  readonly connectOrigins: readonly string[]
  /** Pictures and fonts that were stored for these pages, by their names; absent: none are. */
  readonly storedImage?: (name: string) => Promise<Pick<BrandImage, 'mediaType' | 'bytes'> | undefined>
}

/** A site that answers, and its pages as they would be. */
export interface OpenedSite {
  readonly edge: Edge
  readonly drawPage: DrawPage
}

/** Makes the way in to one origin: account pages, public API, and what goes with them. */
export type OpenSite = (parts: SiteParts) => Promise<OpenedSite>
