/** The confirmation that new recovery codes were saved. It is the page's own: the service does not get it. */
export const keptField = 'codes_kept'
/** Says in an address that the tick was missing. */
export const keptParameter = 'kept'

/** Returns the address for a form that was sent without its tick; undefined for any other form. */
export function withoutTick(form: URLSearchParams, { pathname, search }: URL): string | undefined {
  if (form.getAll(keptField).at(-1) !== 'false') return undefined
  const query = new URLSearchParams(search)
  query.set(keptParameter, 'missing')
  return `${pathname}?${query}`
}
