import { z } from 'zod'

import { roles } from '../operator-scopes.ts'
import { displayName, id, moment, timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { paging } from './paging.ts'

const workspace = '/workspaces/{workspace}/tokens'
const project = '/projects/{project}/tokens'

/** `expires_at`: absent, 90 days; null, never. `role` is ours: absent, a workspace key owns its workspace and a project key is a developer of its project. */
const createBody = z.strictObject({ name: displayName, expires_at: moment.nullish(), role: z.enum(roles).optional() })

/** A key; its value is shown once, when it is made. */
const key = z
  .object({
    id,
    name: z.string(),
    owner_id: z.string(),
    workspace_id: z.string().optional(),
    project_id: z.string().optional(),
    prefix: z.string().optional(),
    last_characters: z.string().optional(),
    role: z.enum(roles).optional(),
    created_at: timestamp.optional(),
    updated_at: timestamp.optional(),
    expires_at: timestamp.optional(),
    last_used_at: timestamp.optional(),
  })
  .meta({ id: 'ApiKey' })
const newKey = key.extend({ value: z.string() }).meta({ id: 'NewApiKey' })

const list = {
  method: 'GET',
  origin: 'field',
  summary: 'Lists keys, without their values; all of them unless a page is asked for.',
  query: z.object(paging),
  answers: { 200: z.array(key) },
} as const
const create = {
  method: 'POST',
  origin: 'field',
  summary: 'Makes a key. Its value is shown this once.',
  body: createBody,
  answers: { 201: newKey },
} as const
const revoke = { method: 'DELETE', origin: 'field', summary: 'Revokes a key at once.', answers: { 204: null } } as const

/** Keys of workspaces and projects: the field's operations. */
export const keyContract = {
  listWorkspaceApiKeys: { ...list, path: workspace, scope: 'workspace' },
  createWorkspaceApiKey: { ...create, path: workspace, scope: 'workspace' },
  deleteWorkspaceApiKey: { ...revoke, path: `${workspace}/{token_id}`, scope: 'workspace' },
  listProjectApiKeys: { ...list, path: project, scope: 'project' },
  createProjectApiKey: { ...create, path: project, scope: 'project' },
  deleteProjectApiKey: { ...revoke, path: `${project}/{token_id}`, scope: 'project' },
} as const satisfies Readonly<Record<string, OperationContract>>
