import { controlPlaneDocument, identityDocument } from '@gatehouse/contract/openapi'
import type { FetchHandler } from '@gatehouse/http/handler'

import type { Asked } from '../edge/route.ts'

/** TABLE: where the OpenAPI documents are at the console's origin. They say nothing of this installation but its addresses. */
const documents = {
  '/openapi.json': (console: string) => controlPlaneDocument(console),
  '/openapi/identity.json': (_: string, pages: string) => identityDocument(pages),
} as const

/** Whether a request asks for one of them. */
export function isOpenApi({ pathname }: Asked): boolean {
  return Object.hasOwn(documents, pathname)
}

/** Answers with the documents, drawn when they are first asked for. */
export function openApiDocuments(consoleOrigin: string, pagesOrigin: string): FetchHandler {
  const drawn = new Map<string, string>()
  return async (request) => {
    const { pathname } = new URL(request.url)
    const draw = new Map<string, (typeof documents)[keyof typeof documents]>(Object.entries(documents)).get(pathname)
    if (draw === undefined) return new Response(null, { status: 404 })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET' } })
    }
    const text = drawn.get(pathname) ?? JSON.stringify(draw(consoleOrigin, pagesOrigin))
    drawn.set(pathname, text)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'x-content-type-options': 'nosniff',
    }
    return new Response(request.method === 'HEAD' ? null : text, { headers })
  }
}
