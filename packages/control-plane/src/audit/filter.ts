import type { AuditFilter } from '../model/audit-store.ts'

/** Returns the part of a query that filters lines of the log. */
export function filterOf({ operation, actor, from, to }: AuditFilter): AuditFilter {
  return { operation, actor, from, to }
}
