import type { auditContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf } from '../access/call.ts'
import { jsonAnswer } from '../http/answer.ts'
import { pageSize, staleToken } from '../http/paging.ts'
import { exportAnswer } from './export.ts'
import { filterOf } from './filter.ts'
import { presentEntry } from './present.ts'
import type { AuditScope, AuditStore } from '../model/audit-store.ts'

/** The dependencies of reading the log. The audited operations write it. */
export interface AuditDeps {
  readonly audit: AuditStore
}

/** The operations on the audit log; Ory has none of them. */
export function auditOperations({ audit }: AuditDeps): HandlersOf<typeof auditContract> {
  return {
    listWorkspaceAudit: (call) => list(audit, call, { kind: 'workspace', id: call.workspace.id }),
    exportWorkspaceAudit: (call) => exportAnswer(audit, call, { kind: 'workspace', id: call.workspace.id }),
    listProjectAudit: (call) => list(audit, call, { kind: 'project', id: call.project.id }),
    exportProjectAudit: (call) => exportAnswer(audit, call, { kind: 'project', id: call.project.id }),
  }
}

async function list(
  audit: AuditStore,
  { query }: CallOf<'listWorkspaceAudit' | 'listProjectAudit'>,
  scope: AuditScope,
): Promise<Response> {
  const size = pageSize(query)
  const before = positionOf(query.page_token ?? '')
  const found = await audit.newest(scope, filterOf(query), size + 1, before)
  const shown = found.slice(0, size)
  const hasMore = found.length > size
  return jsonAnswer(200, {
    entries: shown.map(presentEntry),
    operations: await audit.operations(scope),
    has_next_page: hasMore,
    next_page_token: hasMore ? String(shown.at(-1)?.position) : '',
  })
}

function positionOf(token: string): number | undefined {
  if (token === '') return undefined
  if (/^\d{1,15}$/.test(token)) return Number(token)
  throw staleToken()
}
