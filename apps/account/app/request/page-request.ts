import type { Credentials, IdentityClient } from '@gatehouse/client/client'
import type { AdminClient } from '@gatehouse/client/admin-client'
import type { OAuth2AdminClient } from '@gatehouse/client/oauth2-client'
import { createContext, RouterContextProvider } from 'react-router'
import type { PageFeatures } from '../../src/features.ts'
import type { Speech } from '../text/language.server.ts'
import type { RenderedBody } from './render-document.server.ts'
import type { Brand } from './brand.ts'
import type { Theme } from '@gatehouse/design/layout'
import type { SentForms } from '../../src/sent-forms.ts'
import type { RefusedRequest } from '../../src/refused-request.ts'
import type { FormSource } from './same-origin.ts'
import type { Stamped } from './stamped-pages.server.ts'

/** The parts of an answer beside its page. Grows while loaders and actions run; written out once at the end. */
export interface PageAnswer {
  /** Set-Cookie lines, as the identity service or we ourselves wrote them. */
  readonly setCookie: string[]
  readonly headers: Headers
  /** The redirect leaves this site after a form: see `depart`. */
  departs?: boolean
  /** The page as drawn. It goes round React Router, whose look at a response's body would turn bytes into a stream. */
  document?: RenderedBody
  /** A page that is the same for every visitor, apart from values that are new each time. */
  stamped?: Stamped | undefined
}

/** Everything loaders, actions and the renderer may know of the request they serve. */
export interface PageRequest extends Speech {
  readonly client: IdentityClient
  /** The admin API of the OAuth2 server, if there is one. */
  readonly oauth2?: OAuth2AdminClient | undefined
  readonly imageOrigins?: readonly string[]
  readonly adminClient?: AdminClient | undefined
  /** Returns the features of the identity service; asked for once. */
  readonly features: () => Promise<PageFeatures>
  /** The credentials of calls; cookies that the identity service set a moment ago are already in them. */
  readonly credentials: () => Credentials
  /** Origin of these pages, without a trailing slash. */
  readonly publicOrigin: string
  readonly brand: Brand
  readonly theme: Theme
  /** Whether the browser reports texts that no catalogue has. */
  readonly reportMissingTexts: boolean
  /** Whether browsers may keep the names of those who signed in with them. */
  readonly rememberAccounts: boolean
  /** Whether cookies of ours carry `Secure`. */
  readonly secureCookies: boolean
  /** Prevents the double submit of a form. */
  readonly sentForms: SentForms
  readonly nonce: string
  /** All styles, to be written into the page. Absent in development, in which Vite adds them. */
  readonly styles: string | undefined
  readonly requestId: string
  /** True if script asks for data only: the form is still on the screen, with everything typed into it. */
  readonly dataOnly: boolean
  readonly method: string
  /** Set if the edge has refused the request: the page only says so. */
  readonly refusedRequest?: RefusedRequest | undefined
  readonly source: FormSource
  readonly answer: PageAnswer
  /** Reports a refused `return_to` to operators, and returns the statement for developers. */
  readonly onRefusedReturn?: ((reason: string, requestId: string) => string | undefined) | undefined
  readonly onError: (error: unknown, requestId: string) => void
}

const pageRequestContext = createContext<PageRequest>()

/** Returns the request being served, from a loader's or action's `context`. */
export function pageRequestOf(context: Readonly<RouterContextProvider>): PageRequest {
  return context.get(pageRequestContext)
}

/** Wraps a request for React Router. Made here because the build must use its own copy of the router. */
export function pageRequestProvider(page: PageRequest): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(pageRequestContext, page)
  return context
}
