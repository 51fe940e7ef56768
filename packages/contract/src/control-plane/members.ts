import { z } from 'zod'

import { roles } from '../operator-scopes.ts'
import type { OperationContract } from './operation.ts'
import { paging, search } from './paging.ts'

const workspace = '/workspaces/{workspace}/members'
const project = '/projects/{project}/members'

/** A member, with their account at the operators' identity service. */
const member = z
  .object({
    id: z.string(),
    email: z.string(),
    email_verified: z.boolean(),
    name: z.string(),
    /** Another control plane may leave the next two out. */
    role: z.enum(roles).optional(),
    source: z.enum(['workspace', 'project']).optional(),
    organization_id: z.string().nullish(),
  })
  .meta({ id: 'Member' })

const list = {
  method: 'GET',
  query: z.object({ ...paging, ...search }),
  answers: { 200: z.array(member) },
} as const
const set = {
  method: 'PUT',
  origin: 'ours',
  summary: 'Gives an operator a role, or replaces it.',
  body: z.strictObject({ role: z.enum(roles) }),
  answers: { 200: member },
} as const
const remove = { method: 'DELETE', summary: 'Removes the role of an operator.', answers: { 204: null } } as const

/** Members: two operations of the field, the others are ours. */
export const memberContract = {
  listWorkspaceMembers: {
    ...list,
    path: workspace,
    scope: 'workspace',
    origin: 'ours',
    summary: 'Lists the members of a workspace.',
  },
  setWorkspaceMember: { ...set, path: `${workspace}/{member}`, scope: 'workspace' },
  removeWorkspaceMember: { ...remove, path: `${workspace}/{member}`, scope: 'workspace', origin: 'ours' },
  getProjectMembers: {
    ...list,
    path: project,
    scope: 'project',
    origin: 'field',
    summary: 'Lists the members of a project, its own and those of its workspace, each once with the stronger role.',
  },
  setProjectMember: { ...set, path: `${project}/{member}`, scope: 'project' },
  removeProjectMember: { ...remove, path: `${project}/{member}`, scope: 'project', origin: 'field' },
} as const satisfies Readonly<Record<string, OperationContract>>
