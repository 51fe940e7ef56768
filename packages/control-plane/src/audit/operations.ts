import type { Call, Row } from '../access/call.ts'
import { jsonAnswer } from '../http/answer.ts'
import { pageSize, staleToken } from '../http/paging.ts'
import { exportAnswer } from './export.ts'
import { filterOf } from './filter.ts'
import { presentEntry } from './present.ts'
import type { AuditScope, AuditStore } from './store.ts'

/** What reading the log takes. Writing is up to the operations that are written down. */
export interface AuditDeps {
  readonly audit: AuditStore
}

/** The audit log: operations of our own. */
export function auditOperations({ audit }: AuditDeps): readonly Row[] {
  const workspace = '/workspaces/{workspace}/audit'
  const project = '/projects/{project}/audit'
  // prettier-ignore
  return [
    { operation: 'listWorkspaceAudit',   method: 'GET', path: workspace,             place: 'workspace', handle: (call) => list(audit, call, { kind: 'workspace', id: call.workspace.id }) },
    { operation: 'exportWorkspaceAudit', method: 'GET', path: `${workspace}/export`, place: 'workspace', handle: (call) => exportAnswer(audit, call, { kind: 'workspace', id: call.workspace.id }) },
    { operation: 'listProjectAudit',     method: 'GET', path: project,               place: 'project',   handle: (call) => list(audit, call, { kind: 'project', id: call.project.id }) },
    { operation: 'exportProjectAudit',   method: 'GET', path: `${project}/export`,   place: 'project',   handle: (call) => exportAnswer(audit, call, { kind: 'project', id: call.project.id }) },
  ]
}

function list(audit: AuditStore, { url }: Call, scope: AuditScope): Response {
  const { searchParams } = url
  const size = pageSize(searchParams)
  const before = positionOf(searchParams.get('page_token') ?? '')
  const found = audit.newest(scope, filterOf(searchParams), size + 1, before)
  const shown = found.slice(0, size)
  const hasMore = found.length > size
  return jsonAnswer(200, {
    entries: shown.map(presentEntry),
    operations: audit.operations(scope),
    has_next_page: hasMore,
    next_page_token: hasMore ? String(shown.at(-1)?.position) : '',
  })
}

function positionOf(token: string): number | undefined {
  if (token === '') return undefined
  if (/^\d{1,15}$/.test(token)) return Number(token)
  throw staleToken()
}
