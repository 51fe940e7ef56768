import type { Database } from '@gatehouse/platform/database'
import type { keyContract } from '@gatehouse/contract/control-plane'
import type { CallOf, HandlersOf, ProjectCall, WorkspaceCall } from '../access/call.ts'
import type { GrantStore, Scope } from '../model/grant-store.ts'
import { idOf } from '../model/principal.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, pageAnswer, pageIfAsked } from '../http/paging.ts'
import type { Keyring } from './keyring.ts'
import { keyLifespanMs } from './lifespan.ts'
import type { ApiKey, KeyStore } from './store.ts'
import { newToken } from './token.ts'

/** The dependencies of creating and revoking keys. A key's permission is a grant, as a person's is. */
export interface KeyDeps {
  readonly database: Database
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly grants: GrantStore
}

type ListKeys = 'listWorkspaceApiKeys' | 'listProjectApiKeys'
type CreateKey = 'createWorkspaceApiKey' | 'createProjectApiKey'
type DeleteKey = 'deleteWorkspaceApiKey' | 'deleteProjectApiKey'

/** The operations on keys of workspaces and projects: those of Ory. */
export function keyOperations(deps: KeyDeps): HandlersOf<typeof keyContract> {
  return {
    listWorkspaceApiKeys: (call) => list(deps, call, workspaceScope(call)),
    createWorkspaceApiKey: (call) => create(deps, call, workspaceScope(call)),
    deleteWorkspaceApiKey: (call) => remove(deps, call, workspaceScope(call)),
    listProjectApiKeys: (call) => list(deps, call, projectScope(call)),
    createProjectApiKey: (call) => create(deps, call, projectScope(call)),
    deleteProjectApiKey: (call) => remove(deps, call, projectScope(call)),
  }
}

async function list({ keys, grants }: KeyDeps, { url, query }: CallOf<ListKeys>, scope: Scope): Promise<Response> {
  const page = pageIfAsked(query)
  const part = cut(await keys.list(scope, page), page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(url, part, await Promise.all(part.shown.map((key) => present(key, grants))))
}

async function create(
  { database, keyring, grants }: KeyDeps,
  call: CallOf<CreateKey>,
  scope: Scope,
): Promise<Response> {
  const body = await call.body()
  // Null requests an unlimited key, an absent field does not: a key does not stay valid for ever by default.
  const expiresAt = body.expires_at === null ? undefined : (body.expires_at ?? call.now + keyLifespanMs)
  if (expiresAt !== undefined && expiresAt <= call.now) {
    throw new RefusalError({ code: 400, reason: 'The field "expires_at" is wrong: that moment has passed.' })
  }
  const token = newToken(scope.kind)
  const role = body.role ?? (scope.kind === 'workspace' ? 'owner' : 'developer')
  const key = await database.durable(async () => {
    const wanted = { scope, name: body.name, role, ownerId: idOf(call.principal), expiresAt }
    const added = await keyring.add(wanted, token, call.now)
    await call.record({ kind: 'api key', id: added.id, name: added.name })
    return added
  })
  return jsonAnswer(201, { ...(await present(key, grants)), value: token.text })
}

async function remove({ database, keys, keyring }: KeyDeps, call: CallOf<DeleteKey>, scope: Scope): Promise<Response> {
  const { token_id: id } = call.params
  const found = await database.durable(async () => {
    const revoked = await keyring.revoke(scope, id, call.now)
    if (revoked) await call.record({ kind: 'api key', id, name: (await keys.find(id))?.name ?? '' })
    return revoked
  })
  if (!found) throw new RefusalError({ code: 404, reason: 'There is no key of this id here.' })
  return emptyAnswer()
}

async function present(key: ApiKey, grants: GrantStore) {
  return {
    id: key.id,
    name: key.name,
    owner_id: key.ownerId,
    ...(key.scope.kind === 'workspace' ? { workspace_id: key.scope.id } : { project_id: key.scope.id }),
    prefix: key.prefix,
    last_characters: key.lastCharacters,
    role: await grants.roleAt({ kind: 'key', keyId: key.id }, key.scope),
    created_at: timestamp(key.createdAt),
    updated_at: timestamp(key.updatedAt),
    ...(key.expiresAt !== undefined && { expires_at: timestamp(key.expiresAt) }),
    ...(key.lastUsedAt !== undefined && { last_used_at: timestamp(key.lastUsedAt) }),
  }
}

function workspaceScope({ workspace }: WorkspaceCall): Scope {
  return { kind: 'workspace', id: workspace.id }
}

function projectScope({ project }: ProjectCall): Scope {
  return { kind: 'project', id: project.id }
}
