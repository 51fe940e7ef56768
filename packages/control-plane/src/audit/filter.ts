import type { AuditFilter } from '../model/audit-store.ts'

/** The part of a query that says which lines of the log are meant. */
export function filterOf({ operation, actor, from, to }: AuditFilter): AuditFilter {
  return { operation, actor, from, to }
}
