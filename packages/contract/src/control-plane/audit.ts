import { z } from 'zod'

import { timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging } from './paging.ts'

const workspace = '/workspaces/{workspace}/audit'
const project = '/projects/{project}/audit'

const day = /^\d{4}-\d\d-\d\d$/
const dayMs = 24 * 60 * 60_000

/** Returns the schema of a moment, or a day. A last day counts until its end. */
function dayOrMoment(edge: 'from' | 'to') {
  return z
    .string()
    .refine((text) => /^\d{4}-\d\d-\d\d/.test(text) && !Number.isNaN(Date.parse(text)), {
      message: 'has to be a day such as 2026-11-30, or a moment (RFC 3339).',
    })
    .transform((text) => Date.parse(text) + (edge === 'to' && day.test(text) ? dayMs : 0))
    .optional()
}

const filter = {
  operation: z.string().optional(),
  actor: z.string().optional(),
  from: dayOrMoment('from'),
  to: dayOrMoment('to'),
}

/** One line of the audit log. */
const entry = z
  .object({
    id: z.string(),
    at: timestamp,
    actor: z.object({ kind: z.enum(['operator', 'key', 'link', 'system']), id: z.string(), name: z.string() }),
    operation: z.string(),
    workspace_id: z.string().nullable(),
    project_id: z.string().nullable(),
    target: z.object({ kind: z.string(), id: z.string(), name: z.string() }),
    reason: z.string().nullable(),
  })
  .meta({ id: 'AuditEntry' })

const list = {
  method: 'GET',
  origin: 'ours',
  summary: 'Reads the audit log, newest first, and which operations it has lines of.',
  query: z.object({ ...paging, ...filter }),
  answers: { 200: pageOf('entries', entry).extend({ operations: z.array(z.string()) }) },
} as const
const download = {
  method: 'GET',
  origin: 'ours',
  summary: 'Downloads the audit log, oldest first, as JSON Lines or CSV.',
  query: z.object({ ...filter, format: z.enum(['jsonl', 'csv'], 'has to be jsonl or csv.').default('jsonl') }),
  answers: { 200: null },
  otherMedia: ['application/jsonl', 'text/csv'],
} as const

/** The audit log: operations of our own. */
export const auditContract = {
  listWorkspaceAudit: { ...list, path: workspace, scope: 'workspace' },
  exportWorkspaceAudit: { ...download, path: `${workspace}/export`, scope: 'workspace' },
  listProjectAudit: { ...list, path: project, scope: 'project' },
  exportProjectAudit: { ...download, path: `${project}/export`, scope: 'project' },
} as const satisfies Readonly<Record<string, OperationContract>>
