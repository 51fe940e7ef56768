import type { Call, Row } from '../access/call.ts'
import { jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { pageSize } from '../http/paging.ts'
import type { AuditScope, AuditStore, PlacedEntry } from './store.ts'

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
    { operation: 'exportWorkspaceAudit', method: 'GET', path: `${workspace}/export`, place: 'workspace', handle: (call) => exportLines(audit, { kind: 'workspace', id: call.workspace.id }) },
    { operation: 'listProjectAudit',     method: 'GET', path: project,               place: 'project',   handle: (call) => list(audit, call, { kind: 'project', id: call.project.id }) },
    { operation: 'exportProjectAudit',   method: 'GET', path: `${project}/export`,   place: 'project',   handle: (call) => exportLines(audit, { kind: 'project', id: call.project.id }) },
  ]
}

function list(audit: AuditStore, { url }: Call, scope: AuditScope): Response {
  const size = pageSize(url.searchParams)
  const found = audit.newest(scope, size + 1, positionOf(url.searchParams.get('page_token') ?? ''))
  const shown = found.slice(0, size)
  const hasMore = found.length > size
  return jsonAnswer(200, {
    entries: shown.map(present),
    has_next_page: hasMore,
    next_page_token: hasMore ? String(shown.at(-1)?.position) : '',
  })
}

function positionOf(token: string): number | undefined {
  if (token === '') return undefined
  if (/^\d{1,15}$/.test(token)) return Number(token)
  throw new RefusalError({ code: 400, reason: 'The page token is not one of ours; take it from the page before.' })
}

const batch = 500

/** Oldest first, one JSON document a line, read while it is sent: a log may be longer than the memory. */
function exportLines(audit: AuditStore, scope: AuditScope): Response {
  let position = 0
  const encoder = new TextEncoder()
  const lines = new ReadableStream<Uint8Array>({
    pull: (controller) => {
      const entries = audit.oldest(scope, batch, position)
      const text = entries.map((entry) => `${JSON.stringify(present(entry))}\n`).join('')
      if (text !== '') controller.enqueue(encoder.encode(text))
      position = entries.at(-1)?.position ?? position
      if (entries.length < batch) controller.close()
    },
  })
  return new Response(lines, {
    headers: {
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': 'attachment; filename="audit.jsonl"',
      'cache-control': 'private, no-store',
      'x-content-type-options': 'nosniff',
    },
  })
}

function present({ id, at, actor, operation, workspaceId, projectId, target, reason }: PlacedEntry) {
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
