import { isbot } from 'isbot'
import { renderToReadableStream } from 'react-dom/server'
import { type EntryContext, isRouteErrorResponse, type RouterContextProvider, ServerRouter } from 'react-router'
import { failureHeader } from './failure/failure.ts'
import { completeResponse } from './request/complete-response.server.ts'
import { consoleRequestOf, consoleRequestProvider } from './request/console-request.ts'
import { openConsoleRequest } from './request/open-console-request.server.ts'
import { serverTexts } from './text/language.server.ts'
import { ServerTexts } from './text/texts.tsx'

/** Milliseconds to wait for data that never arrives. */
export const streamTimeout = 5_000

/** The exports of this build that `src/handler.ts` needs, reachable as `build.entry.module`. */
export interface ConsoleEntry {
  readonly openConsoleRequest: typeof openConsoleRequest
  readonly consoleRequestProvider: typeof consoleRequestProvider
  readonly completeResponse: typeof completeResponse
  readonly failureHeader: string
}
export { completeResponse, consoleRequestProvider, failureHeader, openConsoleRequest }

/** Draws a document. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  if (request.method === 'HEAD') return new Response(null, { status, headers })
  const { nonce, onError, requestId, language } = consoleRequestOf(context)
  let failed = false
  const stream = await renderToReadableStream(
    <ServerTexts value={serverTexts(language)}>
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
    </ServerTexts>,
    {
      nonce: { script: nonce, style: nonce },
      signal: AbortSignal.any([request.signal, AbortSignal.timeout(streamTimeout + 1_000)]),
      onError: (error) => {
        failed = true
        if (!request.signal.aborted) onError(error, requestId)
      },
    },
  )
  // A crawler wants the page as it will be, not as it begins.
  if (isbot(request.headers.get('User-Agent') ?? '')) await stream.allReady
  return new Response(stream, { status: failed ? 500 : status, headers })
}

/** Reports unexpected failures. A page that answers 404 or 403 on purpose is no failure. */
export function handleError(
  error: unknown,
  { request, context }: { readonly request: Request; readonly context: Readonly<RouterContextProvider> },
): void {
  if (request.signal.aborted) return
  if (isRouteErrorResponse(error) && error.status < 500) return
  const { onError, requestId } = consoleRequestOf(context)
  onError(error, requestId)
}
