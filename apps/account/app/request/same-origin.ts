/** The source of a form: our own pages, another site, or unknown. */
export type FormSource = 'own' | 'foreign' | 'unknown'

/**
 * Reads Sec-Fetch-Site and Origin, which no page can forge. `unknown` is for old clients that send neither: forms that
 * carry the anti-CSRF token of a flow may accept it, all others must not.
 */
export function formSource(headers: Headers, publicOrigin: string): FormSource {
  const site = headers.get('Sec-Fetch-Site')
  const origin = headers.get('Origin')
  if (site === 'cross-site' || site === 'same-site') return 'foreign'
  if (origin !== null && origin !== 'null') return origin === publicOrigin ? 'own' : 'foreign'
  // Under a strict referrer policy browsers send `Origin: null` with our own forms, and still name the site.
  if (site === 'same-origin') return 'own'
  return origin === null ? 'unknown' : 'foreign'
}
