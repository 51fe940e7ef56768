import type { RequestContext } from './request-context.ts'

/**
 * True for requests that only preview: HEAD, prefetching, and the embeds of pages and mail programs. Mail scanners and
 * browsers follow links unasked, and must not use one up. A client without such a sign counts as a person.
 */
export function isPreview({ route, headers }: RequestContext): boolean {
  if (route.request.method === 'HEAD') return true
  const purpose = `${headers.get('sec-purpose') ?? ''} ${headers.get('purpose') ?? ''} ${headers.get('x-moz') ?? ''}`
  if (/prefetch|preview|prerender/i.test(purpose)) return true
  const mode = headers.get('sec-fetch-mode')
  return mode !== null && mode !== 'navigate'
}
