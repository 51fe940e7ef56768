/** The verdict on the origin of a writing request, with the reason of a refusal. */
export type OriginVerdict = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly reason: string }

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards the pages against forged form posts. A browser sends the origin of a request in Origin or Sec-Fetch-Site, and
 * a page cannot change either; a writing request without both is refused.
 */
export function checkSameOrigin(method: string, headers: Headers, publicOrigin: URL): OriginVerdict {
  if (readingMethods.has(method)) return { kind: 'allowed' }
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return refused('It was sent from another site.')
  if (origin === publicOrigin.origin) return { kind: 'allowed' }
  // Browsers that hide the referrer send the origin `null`; Sec-Fetch-Site is still reliable.
  if ((origin === null || origin === 'null') && site === 'same-origin') return { kind: 'allowed' }
  if (origin === null) return refused('It does not say where it was sent from.')
  return refused('It was sent from another site.')
}

function refused(reason: string): OriginVerdict {
  return { kind: 'refused', reason }
}
