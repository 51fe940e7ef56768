/** A token of the control plane in one segment of a path: `gin_…`, `gsu_…`, `gol_…`, `gwk_…`, `gpk_…`. */
const tokens = /(?<=\/)(g[a-z]{2}_)[^/]+/g

/** A path as it may be logged: the tokens that links carry in it are left out. */
export function loggedPath(pathname: string): string {
  return pathname.replaceAll(tokens, '$1[redacted]')
}
