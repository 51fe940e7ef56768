import type { AnswerOf } from '@gatehouse/contract/control-plane'

/** A line of the audit log, as the control plane has it. */
export type AuditLine = AnswerOf<'listWorkspaceAudit'>['entries'][number]

/** The fields by which the log can be cut down; they are the control plane's own. */
export const filters = ['operation', 'actor', 'from', 'to'] as const

/** Returns the filters that an address carries. */
export function filtersIn(search: URLSearchParams): URLSearchParams {
  const given = filters.flatMap((name) => {
    const value = search.get(name)?.trim() ?? ''
    return value === '' ? [] : [[name, value]]
  })
  return new URLSearchParams(given)
}
