/** Names the part of a page that a form stands in, so that its answer is drawn there too. */
export const sectionParameter = 'section'

/** A path on this page, for a form in one of its sections. */
export function inSection(path: string, section: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}${new URLSearchParams({ [sectionParameter]: section })}`
}

/** Where a saved form leads: back to its own section, if it stays on its page at all. */
export function backToSection(to: string, url: URL): string {
  const section = url.searchParams.get(sectionParameter)
  const staysHere = to.split('?', 1)[0] === url.pathname
  if (section === null || !staysHere || !/^[a-z_]+$/.test(section)) return to
  return `${inSection(to, section)}#${section}`
}
