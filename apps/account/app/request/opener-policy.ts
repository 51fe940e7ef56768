/**
 * TABLE: pages that a sign-in or sign-out for an application may lead through; a forgotten password is chosen anew in
 * the settings.
 */
const onTheWay: ReadonlySet<string> = new Set([
  '/login',
  '/registration',
  '/recovery',
  '/verification',
  '/settings',
  '/consent',
  '/logout',
  '/goodbye',
  '/error',
])

/**
 * The `Cross-Origin-Opener-Policy` of a page; undefined leaves it to the edge, which cuts a page off from the window
 * that opened it. An application that signs people in by a window of its own hears by that bond how it went, and takes
 * a window that was cut off for one that was closed.
 */
export function openerPolicy(path: string): 'unsafe-none' | undefined {
  return onTheWay.has(path) ? 'unsafe-none' : undefined
}
