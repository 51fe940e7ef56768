import { isbot } from 'isbot'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { PageStyles } from './enhance/page-styles.tsx'
import { answerKnownPage } from './flow-page/known-page.server.ts'
import { brandStyles } from './layout/brand-rules.ts'
import { holdScripts } from './layout/held-scripts.server.ts'
import { completeResponse, deliverDocument } from './request/complete-response.server.ts'
import { forRouter, openPageRequest } from './request/open-page-request.server.ts'
import { pageRequestOf, pageRequestProvider } from './request/page-request.ts'
import { renderDocument } from './request/render-document.server.ts'
import { stampedPages } from './request/stamped-pages.server.ts'

/** Milliseconds to wait for data that never arrives. */
export const streamTimeout = 5_000

/** The exports of this build that `src/handler.ts` needs, reachable as `build.entry.module`. */
export interface PageEntryModule {
  readonly openPageRequest: typeof openPageRequest
  readonly forRouter: typeof forRouter
  readonly pageRequestProvider: typeof pageRequestProvider
  readonly answerKnownPage: typeof answerKnownPage
  readonly completeResponse: typeof completeResponse
}
export { completeResponse, answerKnownPage, forRouter, openPageRequest, pageRequestProvider }

/** Draws a document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  if (request.method === 'HEAD') {
    headers.set('Content-Type', 'text/html; charset=utf-8')
    return new Response(null, { status, headers })
  }
  const { nonce, styles, onError, requestId, answer, brand } = pageRequestOf(context)
  const { stamped } = status === 200 && routerContext.staticHandlerContext.errors === null ? answer : {}
  const page = (
    <PageStyles value={{ css: styles, brand: brandStyles(brand), nonce }}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </PageStyles>
  )
  const rendered = await renderDocument(page, {
    nonce,
    // A crawler wants the page as it will be, not as it begins.
    whole: () => isbot(request.headers.get('User-Agent') ?? ''),
    signal: request.signal,
    timeoutMs: streamTimeout + 1_000,
    onError: (error) => onError(error, requestId),
  })
  // While the pages are developed nothing waits for the paint.
  const document = styles === undefined ? rendered.body : holdScripts(rendered.body)
  if (stamped !== undefined && !rendered.failed && document instanceof Uint8Array) stampedPages.keep(stamped, document)
  return deliverDocument(answer, document, rendered.failed ? 500 : status, headers)
}

/** Reports unexpected failures. A page that answers 404 or 503 on purpose is no failure. */
export function handleError(
  error: unknown,
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { onError, requestId } = pageRequestOf(context)
  onError(isRouteErrorResponse(error) ? (asError(error) ?? error) : error, requestId)
}

function asError(response: object): unknown {
  return 'error' in response ? response.error : undefined
}
