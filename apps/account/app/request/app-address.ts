/** Schemes that a browser shows in a page of its own; `javascript:` and its kind never get here, see `toDestination`. */
const shownByBrowsers: ReadonlySet<string> = new Set(['http:', 'https:', 'javascript:', 'data:', 'vbscript:', 'blob:'])

/** True if an address opens an app, by a scheme of the app's own: the page that leads there stays on the screen. */
export function isAppAddress(address: string): boolean {
  const scheme = /^[a-z][a-z0-9+.-]*:/i.exec(address)?.[0].toLowerCase()
  return scheme !== undefined && !shownByBrowsers.has(scheme)
}

/** The app that a thrown redirect opens; nothing where it is another answer, or leads to another page. */
export function appOpenedBy(answer: unknown): string | undefined {
  if (!(answer instanceof Response)) return undefined
  const location = answer.headers.get('Location')
  return location !== null && isAppAddress(location) ? location : undefined
}
