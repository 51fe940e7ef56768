/** Names the part of a page that a form stands in, so that its answer is drawn there too. */
export const sectionParameter = 'section'

/** The name of the sign-in method that a form removes: the service's answer does not have it. */
export const removedParameter = 'removed'
const longestName = 200

/** Returns a path on this page, for a form in one of its sections. */
export function inSection(path: string, section: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [sectionParameter]: section })}`
}

/** Returns the address after a saved form: its own section, if it stays on its page at all. */
export function backToSection(to: string, url: URL): string {
  const section = url.searchParams.get(sectionParameter)
  const staysHere = to.split('?', 1)[0] === url.pathname
  if (section === null || !staysHere || !/^[a-z_]+$/.test(section)) return to
  const removed = url.searchParams.get(removedParameter)
  if (removed === null) return inSection(to, section)
  return `${inSection(to, section)}&${new URLSearchParams({ [removedParameter]: removed.slice(0, longestName) })}`
}
