import type { Database } from '@gatehouse/platform/database'
import type { keyContract } from '@gatehouse/contract/control-plane/keys'
import type { CallOf, HandlersOf, ProjectCall, WorkspaceCall } from '../access/call.ts'
import type { GrantStore, Place } from '../access/grant-store.ts'
import { idOf } from '../access/principal.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, pageAnswer, pageIfAsked } from '../http/paging.ts'
import type { Keyring } from './keyring.ts'
import { keyLifespanMs } from './lifespan.ts'
import type { ApiKey, KeyStore } from './store.ts'
import { newToken } from './token.ts'

/** What making and revoking keys takes. What a key may do is a grant, as it is for people. */
export interface KeyDeps {
  readonly database: Database
  readonly keys: KeyStore
  readonly keyring: Keyring
  readonly grants: GrantStore
}

type ListKeys = 'listWorkspaceApiKeys' | 'listProjectApiKeys'
type CreateKey = 'createWorkspaceApiKey' | 'createProjectApiKey'
type DeleteKey = 'deleteWorkspaceApiKey' | 'deleteProjectApiKey'

/** Keys of workspaces and projects: the field's operations. */
export function keyOperations(deps: KeyDeps): HandlersOf<typeof keyContract> {
  return {
    listWorkspaceApiKeys: (call) => list(deps, call, placeOfWorkspace(call)),
    createWorkspaceApiKey: (call) => create(deps, call, placeOfWorkspace(call)),
    deleteWorkspaceApiKey: (call) => remove(deps, call, placeOfWorkspace(call)),
    listProjectApiKeys: (call) => list(deps, call, placeOfProject(call)),
    createProjectApiKey: (call) => create(deps, call, placeOfProject(call)),
    deleteProjectApiKey: (call) => remove(deps, call, placeOfProject(call)),
  }
}

function list({ keys, grants }: KeyDeps, { url, query }: CallOf<ListKeys>, place: Place): Response {
  const page = pageIfAsked(query)
  const part = cut(keys.list(place, page), page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(
    url,
    part,
    part.shown.map((key) => present(key, grants)),
  )
}

async function create(
  { database, keyring, grants }: KeyDeps,
  call: CallOf<CreateKey>,
  place: Place,
): Promise<Response> {
  const body = await call.body()
  // Null is asked for, nothing is not: a key that was made in passing does not stay for ever.
  const expiresAt = body.expires_at === null ? undefined : (body.expires_at ?? call.now + keyLifespanMs)
  if (expiresAt !== undefined && expiresAt <= call.now) {
    throw new RefusalError({ code: 400, reason: 'The field "expires_at" is wrong: that moment has passed.' })
  }
  const token = newToken(place.kind)
  const role = body.role ?? (place.kind === 'workspace' ? 'owner' : 'developer')
  const key = database.durable(() => {
    const wanted = { place, name: body.name, role, ownerId: idOf(call.principal), expiresAt }
    const added = keyring.add(wanted, token, call.now)
    call.record({ kind: 'api key', id: added.id, name: added.name })
    return added
  })
  return jsonAnswer(201, { ...present(key, grants), value: token.text })
}

function remove({ database, keys, keyring }: KeyDeps, call: CallOf<DeleteKey>, place: Place): Response {
  const { token_id: id } = call.params
  const found = database.durable(() => {
    const revoked = keyring.revoke(place, id, call.now)
    if (revoked) call.record({ kind: 'api key', id, name: keys.find(id)?.name ?? '' })
    return revoked
  })
  if (!found) throw new RefusalError({ code: 404, reason: 'There is no key of this id here.' })
  return emptyAnswer()
}

function present(key: ApiKey, grants: GrantStore) {
  return {
    id: key.id,
    name: key.name,
    owner_id: key.ownerId,
    ...(key.place.kind === 'workspace' ? { workspace_id: key.place.id } : { project_id: key.place.id }),
    prefix: key.prefix,
    last_characters: key.lastCharacters,
    role: grants.roleAt({ kind: 'key', keyId: key.id }, key.place),
    created_at: timestamp(key.createdAt),
    updated_at: timestamp(key.updatedAt),
    ...(key.expiresAt !== undefined && { expires_at: timestamp(key.expiresAt) }),
    ...(key.lastUsedAt !== undefined && { last_used_at: timestamp(key.lastUsedAt) }),
  }
}

function placeOfWorkspace({ workspace }: WorkspaceCall): Place {
  return { kind: 'workspace', id: workspace.id }
}

function placeOfProject({ project }: ProjectCall): Place {
  return { kind: 'project', id: project.id }
}
