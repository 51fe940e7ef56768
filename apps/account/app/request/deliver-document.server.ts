import type { PageAnswer } from './page-request.ts'
import type { RenderedBody } from './render-document.server.ts'

/** Answers with a page; `completeResponse` puts it into what is returned here. */
export function deliverDocument(answer: PageAnswer, body: RenderedBody, status: number, headers: Headers): Response {
  headers.set('Content-Type', 'text/html; charset=utf-8')
  // Says that the page is there as a whole, so that the edge can compress it at once.
  if (body instanceof Uint8Array) headers.set('Content-Length', String(body.byteLength))
  answer.document = body
  return new Response(null, { status, headers })
}
