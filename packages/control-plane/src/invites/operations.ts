import type { Database } from '@gatehouse/platform/database'
import type { inviteContract } from '@gatehouse/contract/control-plane'
import { randomUUID } from 'node:crypto'

import type { CallOf, HandlersOf, ProjectCall, WorkspaceCall } from '../access/call.ts'
import type { GrantStore, Scope } from '../model/grant-store.ts'
import { idOf } from '../model/principal.ts'
import { stronger } from '../access/stronger-role.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, everything, pageAnswer, pageIfAsked } from '../http/paging.ts'
import { digestOf, newToken } from '../keys/token.ts'
import type { OperatorDirectory } from '../members/directory.ts'
import type { ProjectStore } from '../model/project-store.ts'
import { validityOf, type InviteValidity } from './for-whom.ts'
import type { Invite, InviteStore } from '../model/invite-store.ts'

/**
 * The dependencies of invitations. `operators` finds the owner of an address, `projects` the workspace of a project,
 * for the log.
 */
export interface InviteDeps {
  readonly database: Database
  readonly grants: GrantStore
  readonly invites: InviteStore
  readonly projects: ProjectStore
  readonly operators: OperatorDirectory
}

const lifespanMs = 7 * 24 * 60 * 60_000

type ListInvites = 'listWorkspaceInvites' | 'listProjectInvites'
type CreateInvite = 'createWorkspaceInvite' | 'createProjectInvite'
type RevokeInvite = 'revokeWorkspaceInvite' | 'revokeProjectInvite'

/** The operations on invitations: Ory's models, with paths of our own. */
export function inviteOperations(deps: InviteDeps): HandlersOf<typeof inviteContract> {
  return {
    listWorkspaceInvites: (call) => list(deps, call, workspaceScope(call)),
    createWorkspaceInvite: async (call) => create(deps, call, workspaceScope(call)),
    revokeWorkspaceInvite: (call) => revoke(deps, call, workspaceScope(call)),
    listProjectInvites: (call) => list(deps, call, projectScope(call)),
    createProjectInvite: async (call) => create(deps, call, projectScope(call)),
    revokeProjectInvite: (call) => revoke(deps, call, projectScope(call)),
    acceptInvite: (call) => accept(deps, call),
  }
}

async function list(
  { invites }: InviteDeps,
  { now, url, query }: CallOf<ListInvites>,
  scope: Scope,
): Promise<Response> {
  const page = pageIfAsked(query)
  const found = await invites.list(scope, query.status ?? 'all', page)
  const part = cut(found, page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, {
    invites: part.shown.map((invite) => present(invite, now)),
    has_next_page: part.hasMore,
    next_page_token: part.token,
  })
}

async function create(
  { database, invites, operators }: InviteDeps,
  call: CallOf<CreateInvite>,
  scope: Scope,
): Promise<Response> {
  const { invitee_email: address, role } = await call.body()
  const { now, principal } = call
  const inviter = principal.kind === 'operator' ? await operators.find(principal.identityId) : undefined
  const token = newToken('invite')
  const invite: Invite = {
    id: randomUUID(),
    scope,
    role,
    inviteeEmail: address.toLowerCase(),
    inviteeId: undefined,
    ownerId: idOf(principal),
    ownerEmail: inviter?.email ?? '',
    status: 'pending',
    expiresAt: now + lifespanMs,
    createdAt: now,
    updatedAt: now,
  }
  await database.durable(async () => {
    // A second invitation replaces the first: one address, one token that works.
    await invites.cancelFor(scope, invite.inviteeEmail, now)
    await invites.insert(invite, token.digest)
    await call.record({ kind: 'invitation', id: invite.id, name: `${invite.inviteeEmail} as ${role}` })
  })
  return jsonAnswer(201, {
    created_invite: present(invite, now),
    all_invites: (await invites.list(scope, 'all', everything)).map((one) => present(one, now)),
    token: token.text,
  })
}

async function revoke({ database, invites }: InviteDeps, call: CallOf<RevokeInvite>, scope: Scope): Promise<Response> {
  const { invite_id: id } = call.params
  const invite = await invites.find(scope, id)
  if (invite === undefined) throw new RefusalError({ code: 404, reason: 'There is no invitation of this id here.' })
  await database.durable(async () => {
    if (!(await invites.cancel(scope, id, call.now))) {
      throw new RefusalError({ code: 409, reason: `The invitation is not pending any more: it is ${invite.status}.` })
    }
    await call.record({ kind: 'invitation', id, name: invite.inviteeEmail })
  })
  return emptyAnswer()
}

async function accept(deps: InviteDeps, call: CallOf<'acceptInvite'>): Promise<Response> {
  const { database, invites, grants, operators } = deps
  const { principal, now } = call
  const { token } = await call.body()
  if (principal.kind !== 'operator') {
    throw new RefusalError({
      code: 403,
      reason: 'Invitations are for people: sign in to the console and open the link.',
    })
  }
  const operator = await operators.find(principal.identityId)
  const invite = await invites.findByToken(digestOf(token))
  const refusal = refusalOf(validityOf(invite, operator, now))
  if (refusal !== undefined) throw refusal
  if (invite === undefined) throw gone(404, 'was used, or taken back')
  const { scope } = invite
  await database.durable(async () => {
    if (!(await invites.accept(invite.id, principal.identityId, now))) throw gone(404, 'was used, or taken back')
    const role = stronger(await grants.roleAt(principal, scope), invite.role) ?? invite.role
    await grants.put(principal, scope, role, now)
    await call.record({
      kind: 'invitation',
      id: invite.id,
      name: `${invite.inviteeEmail} as ${invite.role}`,
      ...(await whereabouts(deps, scope)),
    })
  })
  const accepted: Invite = { ...invite, status: 'accepted', inviteeId: principal.identityId, updatedAt: now }
  return jsonAnswer(200, present(accepted, now))
}

function refusalOf(validity: InviteValidity): RefusalError | undefined {
  switch (validity.kind) {
    case 'open':
      return undefined
    case 'used':
      return gone(404, 'was used, or taken back')
    case 'expired':
      return gone(410, 'has expired')
    case 'unproved_address': {
      const reason = `Verify the address ${validity.address} first: only its owner can accept the invitation.`
      return new RefusalError({ code: 403, id: 'address_not_verified', reason })
    }
    case 'other_address': {
      const reason = 'The invitation is for another email address; sign in with the account that has it.'
      return new RefusalError({ code: 403, id: 'other_address', reason })
    }
  }
  validity satisfies never
  throw new TypeError('an unknown validity')
}

/** Returns what an operator may do with the invitation of a token, before they try. */
export async function readInvite(
  { invites, operators }: Pick<InviteDeps, 'invites' | 'operators'>,
  { token, identityId, now }: { readonly token: string; readonly identityId: string; readonly now: number },
): Promise<InviteValidity> {
  return validityOf(await invites.findByToken(digestOf(token)), await operators.find(identityId), now)
}

function gone(code: 404 | 410, what: string): RefusalError {
  return new RefusalError({ code, reason: `There is no such invitation: it ${what}. Ask for a new one.` })
}

async function whereabouts({ projects }: InviteDeps, scope: Scope) {
  if (scope.kind === 'workspace') return { workspaceId: scope.id }
  const workspaceId = (await projects.find(scope.id))?.workspaceId
  return { projectId: scope.id, ...(workspaceId !== undefined && { workspaceId }) }
}

function present(invite: Invite, now: number) {
  const hasExpired = invite.status === 'pending' && invite.expiresAt <= now
  return {
    id: invite.id,
    ...(invite.scope.kind === 'workspace' ? { workspace_id: invite.scope.id } : { project_id: invite.scope.id }),
    role: invite.role,
    invitee_email: invite.inviteeEmail,
    invitee_id: invite.inviteeId ?? null,
    owner_id: invite.ownerId,
    owner_email: invite.ownerEmail,
    status: hasExpired ? 'expired' : invite.status,
    expires_at: timestamp(invite.expiresAt),
    created_at: timestamp(invite.createdAt),
    updated_at: timestamp(invite.updatedAt),
  }
}

function workspaceScope({ workspace }: WorkspaceCall): Scope {
  return { kind: 'workspace', id: workspace.id }
}

function projectScope({ project }: ProjectCall): Scope {
  return { kind: 'project', id: project.id }
}
