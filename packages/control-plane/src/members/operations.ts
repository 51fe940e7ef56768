import type { Database } from '@gatehouse/platform/database'
import type { memberContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf } from '../access/call.ts'
import type { GrantStore, Membership, MembersOf, Scope } from '../model/grant-store.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import { pageAnswer, pageIfAsked } from '../http/paging.ts'
import type { InviteStore } from '../model/invite-store.ts'
import type { Operator, OperatorDirectory } from './directory.ts'
import { listMembers } from './list.ts'

/** The dependencies of these operations. A removed member's invitation is marked. */
export interface MemberDeps {
  readonly database: Database
  readonly grants: GrantStore
  readonly invites: InviteStore
  readonly operators: OperatorDirectory
}

type ListMembers = 'listWorkspaceMembers' | 'getProjectMembers'
type SetMember = 'setWorkspaceMember' | 'setProjectMember'

/** The operations on members: two are Ory's, the others are ours. */
export function memberOperations(deps: MemberDeps): HandlersOf<typeof memberContract> {
  return {
    listWorkspaceMembers: (call) => list(deps, call, { workspaceId: call.workspace.id }),
    setWorkspaceMember: (call) => set(deps, call, { kind: 'workspace', id: call.workspace.id }),
    removeWorkspaceMember: (call) => removeFromWorkspace(deps, call),
    getProjectMembers: (call) =>
      list(deps, call, { workspaceId: call.project.workspaceId, projectId: call.project.id }),
    setProjectMember: (call) => set(deps, call, { kind: 'project', id: call.project.id }),
    removeProjectMember: (call) => removeFromProject(deps, call),
  }
}

/** Lists a project's own members and those of its workspace: each once, with the stronger role. */
async function list(deps: MemberDeps, { url, query }: CallOf<ListMembers>, scopes: MembersOf): Promise<Response> {
  const page = pageIfAsked(query)
  const part = await listMembers(deps, scopes, query.q, page)
  const shown = part.shown.map(({ member, operator }) => present(member, member.source, operator))
  return pageAnswer(url, part, shown)
}

async function set(
  { database, grants, operators }: MemberDeps,
  call: CallOf<SetMember>,
  scope: Scope,
): Promise<Response> {
  const { member: identityId } = call.params
  const { role } = await call.body()
  const operator = await operators.find(identityId)
  if (operator === undefined) {
    const reason = 'Nobody has this id at the operators’ identity service. They have to register first.'
    throw new RefusalError({ code: 404, reason })
  }
  await database.durable(async () => {
    if (role !== 'owner') await keepAnOwner(grants, scope, identityId)
    await grants.put({ kind: 'operator', identityId }, scope, role, call.now)
    await call.record({ kind: 'member', id: identityId, name: `${operator.email} as ${role}` })
  })
  return jsonAnswer(200, present({ identityId, role, createdAt: call.now }, scope.kind, operator))
}

async function removeFromWorkspace(
  { database, grants, invites }: MemberDeps,
  call: CallOf<'removeWorkspaceMember'>,
): Promise<Response> {
  const { member: identityId } = call.params
  const scope: Scope = { kind: 'workspace', id: call.workspace.id }
  await database.durable(async () => {
    await keepAnOwner(grants, scope, identityId)
    const had = await grants.remove({ kind: 'operator', identityId }, scope)
    if (!had) throw new RefusalError({ code: 404, reason: 'This person is no member of the workspace.' })
    await invites.removeAccepted(scope, identityId, call.now)
    await call.record({ kind: 'member', id: identityId, name: '' })
  })
  return emptyAnswer()
}

async function removeFromProject(
  { database, grants, invites }: MemberDeps,
  call: CallOf<'removeProjectMember'>,
): Promise<Response> {
  const { member: identityId } = call.params
  const principal = { kind: 'operator', identityId } as const
  const scope: Scope = { kind: 'project', id: call.project.id }
  await database.durable(async () => {
    if (!(await grants.remove(principal, scope))) {
      const isAbove =
        (await grants.roleAt(principal, { kind: 'workspace', id: call.project.workspaceId })) !== undefined
      throw isAbove
        ? new RefusalError({ code: 409, reason: 'This person has access by the workspace; remove them there.' })
        : new RefusalError({ code: 404, reason: 'This person is no member of the project.' })
    }
    await invites.removeAccepted(scope, identityId, call.now)
    await call.record({ kind: 'member', id: identityId, name: '' })
  })
  return emptyAnswer()
}

/** A workspace without an owner could only be reached by a key, or not at all. */
async function keepAnOwner(grants: GrantStore, scope: Scope, identityId: string): Promise<void> {
  if (scope.kind !== 'workspace') return
  const owners = (await grants.members(scope)).filter(({ role }) => role === 'owner')
  if (owners.length === 1 && owners[0]?.identityId === identityId) {
    throw new RefusalError({
      code: 409,
      reason: 'This is the last owner of the workspace; make somebody else one first.',
    })
  }
}

function present({ identityId, role }: Membership, source: 'workspace' | 'project', operator: Operator | undefined) {
  return {
    id: identityId,
    email: operator?.email ?? '',
    email_verified: operator?.emailVerified ?? false,
    name: operator?.name ?? '',
    role,
    source,
    organization_id: null,
  }
}
