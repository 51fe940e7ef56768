import type { OpenApiDocument } from '@gatehouse/contract/openapi'
import type { FetchHandler } from '@gatehouse/http/handler'

import type { Asked } from '../edge/route.ts'

/** The path of the description of an origin's identity API. */
export const identityDocumentPath = '/openapi/identity.json'

/** OpenAPI documents at one origin. */
export interface OpenApiDocuments {
  readonly matches: (asked: Asked) => boolean
  readonly handle: FetchHandler
}

/**
 * Answers with documents by their paths, generated at the first request. They contain nothing of this installation but
 * its addresses, so scripts of every site may read them.
 */
export function openApiDocuments(documents: Readonly<Record<string, () => OpenApiDocument>>): OpenApiDocuments {
  const drawers = new Map(Object.entries(documents))
  const drawn = new Map<string, string>()
  const handle: FetchHandler = async (request) => {
    const { pathname } = new URL(request.url)
    const draw = drawers.get(pathname)
    if (draw === undefined) return new Response(null, { status: 404 })
    if (request.method !== 'GET' && request.method !== 'HEAD') {
      return new Response(null, { status: 405, headers: { allow: 'GET' } })
    }
    const text = drawn.get(pathname) ?? JSON.stringify(draw())
    drawn.set(pathname, text)
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'access-control-allow-origin': '*',
      'x-content-type-options': 'nosniff',
    }
    return new Response(request.method === 'HEAD' ? null : text, { headers })
  }
  return { matches: ({ pathname }) => drawers.has(pathname), handle }
}

/** A listener that describes its own calls: the document at its path, everything else by `handler`. */
export function describedBy(draw: () => OpenApiDocument, handler: FetchHandler): FetchHandler {
  const { handle } = openApiDocuments({ [identityDocumentPath]: draw })
  return async (request) =>
    new URL(request.url).pathname === identityDocumentPath ? handle(request) : handler(request)
}
