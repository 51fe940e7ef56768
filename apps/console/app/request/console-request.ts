import type { Credentials } from '@gatehouse/client/client'
import { createContext, RouterContextProvider } from 'react-router'
import type { ConsoleDeps, RefusedRequest } from '../../src/page-deps.ts'
import type { Speech } from '../text/language.server.ts'
import type { Theme } from '@gatehouse/design/layout'

/** Everything loaders, actions and the renderer may know of the request they serve. */
export interface ConsoleRequest extends ConsoleDeps, Speech {
  readonly theme: Theme
  readonly nonce: string
  readonly requestId: string
  /** Path and query of the page, without the marks of a request for data only. */
  readonly here: string
  readonly cookies: Readonly<Record<string, string | undefined>>
  /** Facts about the visitor for the identity service: for its sessions, its limits and its log. */
  readonly forward: NonNullable<Credentials['forward']>
  /** The page is fetched ahead, before the operator opens it: nothing is taken that is shown once. */
  readonly isAhead: boolean
  /** The request is a change: data that was fetched ahead before it is out of date. */
  readonly isChange: boolean
  /** A failure of an address that is not a page, such as a download, to be drawn as one. */
  readonly failed?: { readonly status: number; readonly failure: unknown } | undefined
  /** The reason why the edge refused the request before it reached a page. */
  readonly refused?: RefusedRequest | undefined
  /** Set-Cookie lines of the answer. Grows while loaders and actions run. */
  readonly setCookie: string[]
}

const consoleRequestContext = createContext<ConsoleRequest>()

/** Returns the request being served, from a loader's or action's `context`. */
export function consoleRequestOf(context: Readonly<RouterContextProvider>): ConsoleRequest {
  return context.get(consoleRequestContext)
}

/** Wraps a request for React Router. Made here because the build must use its own copy of the router. */
export function consoleRequestProvider(page: ConsoleRequest): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(consoleRequestContext, page)
  return context
}
