import {
  contentsOf,
  copyTables,
  type Contents,
  type CopiedTable,
  type CopyProgress,
  type Database,
  type ReadableDatabase,
} from '@gatehouse/platform/database'

/** TABLE: the tables of the control plane, in an order in which every reference has its target. */
const tables: readonly CopiedTable[] = [
  { name: 'workspaces', key: ['id'] },
  { name: 'projects', key: ['id'] },
  { name: 'project_changes', key: ['project_id'] },
  { name: 'project_revisions', key: ['id'] },
  { name: 'branding_drafts', key: ['project_id', 'part'] },
  { name: 'branding_assets', key: ['project_id', 'name'] },
  { name: 'grants', key: ['subject_kind', 'subject_id', 'scope_kind', 'scope_id'] },
  { name: 'api_keys', key: ['id'] },
  { name: 'invites', key: ['id'] },
  { name: 'organizations', key: ['id'] },
  { name: 'organization_domains', key: ['project_id', 'domain'] },
  { name: 'onboarding_links', key: ['id'] },
  { name: 'event_streams', key: ['id'] },
  { name: 'event_stream_cursors', key: ['stream_id', 'source'] },
  { name: 'event_stream_secrets', key: ['stream_id'] },
  { name: 'event_deliveries', key: ['id'], counted: 'id' },
  { name: 'link_secrets', key: ['id'] },
  { name: 'set_up_links', key: ['token_digest'] },
  { name: 'spent_allowances', key: ['id'] },
  { name: 'imports', key: ['id'] },
  { name: 'import_pieces', key: ['import_id', 'position'], rowsAtOnce: 20 },
  { name: 'jobs', key: ['id'] },
  { name: 'job_report_pages', key: ['job_id', 'position'] },
  { name: 'audit_log', key: ['position'], counted: 'position' },
]

/** Copies all tables of the control plane, as `copyTables` does. */
export function copyControlPlane(from: ReadableDatabase, to: Database, onProgress?: CopyProgress): Promise<void> {
  return copyTables(from, to, tables, onProgress)
}

/** Reads all of it, to compare two copies. */
export function controlPlaneContents(database: ReadableDatabase): Promise<Contents> {
  return contentsOf(database, tables)
}
