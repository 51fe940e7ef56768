import { etagOf, isFresh } from '@gatehouse/http/answers'
import type { StaticAssets } from '@gatehouse/http/assets'
import { shippedCatalogues, overrideCatalogues, type Overrides } from '@gatehouse/i18n/catalogues'
import { isNamespace } from '@gatehouse/i18n/languages'

/** The catalogues that script loads, with the texts of the brand in them. Asked for each request: a brand may change. */
export function brandLocales(locales: StaticAssets, textsOf: () => Overrides | undefined): StaticAssets {
  return {
    has: (path) => locales.has(path),
    serve: (request) => changed(request, textsOf()) ?? locales.serve(request),
  }
}

function changed(request: Request, texts: Overrides | undefined): Response | undefined {
  const [, lng = '', ns = ''] = /^\/locales\/([\w-]+)\/([\w-]+)\.json$/.exec(new URL(request.url).pathname) ?? []
  if (texts?.[lng]?.[ns] === undefined || !isNamespace(ns)) return undefined
  if (request.method !== 'GET' && request.method !== 'HEAD') return undefined
  const json = JSON.stringify(overrideCatalogues(shippedCatalogues(), texts).resources(lng, [ns])[ns])
  const headers = { etag: etagOf(json), 'cache-control': 'public, max-age=0, must-revalidate' }
  if (isFresh(request.headers, headers.etag)) return new Response(null, { status: 304, headers })
  return new Response(request.method === 'HEAD' ? null : json, {
    headers: { ...headers, 'content-type': 'application/json' },
  })
}
