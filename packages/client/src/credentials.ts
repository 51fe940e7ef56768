/**
 * The credentials of a call. `cookie` is a visitor's Cookie header as received, `sessionToken` a native session's
 * token, `forward` further request headers to pass on (request id, forwarded address, user agent).
 */
export interface Credentials {
  readonly cookie?: string | null | undefined
  readonly sessionToken?: string | undefined
  readonly forward?: Readonly<Record<string, string>> | undefined
}

/** Query parameters under their wire names. Absent values are left out, lists repeat the name. */
export type Query =
  | URLSearchParams
  | Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>

/** A submitted form. URLSearchParams go out as a form, so the service coerces types; an object goes out as JSON. */
export type Submission = URLSearchParams | Readonly<Record<string, unknown>>

/** Lists a query as name and value pairs, in order. */
export function queryPairs(query: Query): readonly (readonly [string, string])[] {
  if (query instanceof URLSearchParams) return [...query]
  return Object.entries(query).flatMap(([name, value]) => {
    if (value === undefined) return []
    const values = typeof value === 'object' ? value : [String(value)]
    return values.map((one) => [name, one] as const)
  })
}
