/** Whether a writing request comes from our own pages, and if not, why. */
export type OriginVerdict = { readonly kind: 'allowed' } | { readonly kind: 'refused'; readonly reason: string }

const readingMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/**
 * Guards the pages against forged form posts. A browser says where a request comes from in Origin or Sec-Fetch-Site,
 * and a page cannot change either; a writing request that carries neither is refused.
 */
export function checkSameOrigin(method: string, headers: Headers, publicOrigin: URL): OriginVerdict {
  if (readingMethods.has(method)) return { kind: 'allowed' }
  const origin = headers.get('origin')
  const site = headers.get('sec-fetch-site')
  if (site !== null && site !== 'same-origin') return refused('It was sent from another site.')
  if (origin === publicOrigin.origin) return { kind: 'allowed' }
  // Browsers that hide the referrer send the origin `null`; the site they name is still the truth.
  if ((origin === null || origin === 'null') && site === 'same-origin') return { kind: 'allowed' }
  if (origin === null) return refused('It does not say where it was sent from.')
  return refused('It was sent from another site.')
}

function refused(reason: string): OriginVerdict {
  return { kind: 'refused', reason }
}
