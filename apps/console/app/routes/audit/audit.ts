/** A line of the audit log, as the control plane has it. */
export interface AuditLine {
  readonly id: string
  /** RFC 3339. */
  readonly at: string
  readonly actor: { readonly kind: 'operator' | 'key' | 'link' | 'system'; readonly id: string; readonly name: string }
  readonly operation: string
  readonly target: { readonly kind: string; readonly id: string; readonly name: string }
  readonly reason: string | null
}

/** One page of the log. */
export interface AuditPage {
  readonly entries: readonly AuditLine[]
  /** Every operation that there are lines of. */
  readonly operations: readonly string[]
}

/** The fields by which the log can be cut down; they are the control plane's own. */
export const filters = ['operation', 'actor', 'from', 'to'] as const

/** The filters that an address carries. */
export function filtersIn(search: URLSearchParams): URLSearchParams {
  const given = filters.flatMap((name) => {
    const value = search.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(given)
}
