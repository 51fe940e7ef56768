import { z } from 'zod'

import { roles } from '../operator-scopes.ts'
import { id, timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging } from './paging.ts'

const workspace = '/workspaces/{workspace}/invites'
const project = '/projects/{project}/invites'

const email = z.email('it is no e-mail address').max(320)
const workspaceBody = z.strictObject({ invitee_email: email, role: z.enum(roles) })
const projectBody = z.strictObject({
  invitee_email: email,
  role: z.enum(['developer', 'viewer'], 'owners cannot be invited to a project').default('developer'),
})

/** An invitation; its token is shown once, when it is made. */
const invite = z
  .object({
    id,
    workspace_id: z.string().optional(),
    project_id: z.string().optional(),
    role: z.enum(roles),
    invitee_email: z.string(),
    invitee_id: z.string().nullable(),
    owner_id: z.string(),
    owner_email: z.string(),
    status: z.enum(['pending', 'accepted', 'declined', 'cancelled', 'removed', 'expired']),
    expires_at: timestamp,
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'Invitation' })

const list = {
  method: 'GET',
  origin: 'ours',
  summary: 'Lists invitations; all of them unless a page is asked for.',
  query: z.object({
    ...paging,
    status: z.literal('open', 'has to be open, for what was neither accepted nor taken back, or absent.').optional(),
  }),
  answers: { 200: pageOf('invites', invite) },
} as const
const create = {
  method: 'POST',
  origin: 'ours',
  summary: 'Invites a person by their address. An earlier invitation of the same address ends.',
  answers: {
    201: z
      .object({ created_invite: invite, all_invites: z.array(invite), token: z.string() })
      .meta({ id: 'NewInvitation' }),
  },
} as const
const revoke = {
  method: 'DELETE',
  origin: 'ours',
  summary: 'Takes an invitation back.',
  answers: { 204: null },
} as const

/** Invitations: the field's models, paths of our own. */
export const inviteContract = {
  listWorkspaceInvites: { ...list, path: workspace, scope: 'workspace' },
  createWorkspaceInvite: { ...create, path: workspace, scope: 'workspace', body: workspaceBody },
  revokeWorkspaceInvite: { ...revoke, path: `${workspace}/{invite_id}`, scope: 'workspace' },
  listProjectInvites: { ...list, path: project, scope: 'project' },
  createProjectInvite: { ...create, path: project, scope: 'project', body: projectBody },
  revokeProjectInvite: { ...revoke, path: `${project}/{invite_id}`, scope: 'project' },
  acceptInvite: {
    method: 'POST',
    path: '/invites/accept',
    scope: 'invitation',
    origin: 'ours',
    summary: 'Accepts the invitation of a token, for the account with the invited address.',
    body: z.strictObject({ token: z.string().min(1).max(128) }),
    answers: { 200: invite },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
