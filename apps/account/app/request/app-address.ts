/** Schemes that a browser shows in a page; `javascript:` and similar ones never get here, see `toDestination`. */
const shownByBrowsers: ReadonlySet<string> = new Set(['http:', 'https:', 'javascript:', 'data:', 'vbscript:', 'blob:'])

/** True if an address opens an app, by a scheme of the app: the linking page stays on the screen. */
export function isAppAddress(address: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase()
  return scheme !== undefined && !shownByBrowsers.has(scheme)
}

/** Returns the app's address that a thrown redirect opens; undefined for another answer, or another page. */
export function appOpenedBy(answer: unknown): string | undefined {
  if (!(answer instanceof Response)) return undefined
  const location = answer.headers.get('Location')
  return location !== null && isAppAddress(location) ? location : undefined
}
