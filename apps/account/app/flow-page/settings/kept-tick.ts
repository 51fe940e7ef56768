/** The tick that new recovery codes were kept. It is the page's own: the service hears nothing of it. */
export const keptField = 'codes_kept'
/** Says in an address that the tick was missing. */
export const keptParameter = 'kept'

/** Where a form leads back to that was sent without the tick that it has; undefined for any other one. */
export function withoutTick(form: URLSearchParams, { pathname, search }: URL): string | undefined {
  if (form.getAll(keptField).at(-1) !== 'false') return undefined
  const query = new URLSearchParams(search)
  query.set(keptParameter, 'missing')
  return `${pathname}?${query}`
}
