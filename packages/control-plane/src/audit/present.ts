import { timestamp } from '../http/answer.ts'
import type { AuditEntry } from '../model/audit-store.ts'

/** A line of the audit log as the wire shows it. */
export function presentEntry({ id, at, actor, operation, workspaceId, projectId, target, reason }: AuditEntry) {
  return {
    id,
    at: timestamp(at),
    actor,
    operation,
    workspace_id: workspaceId ?? null,
    project_id: projectId ?? null,
    target,
    reason: reason ?? null,
  }
}
