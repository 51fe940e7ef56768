import { z } from 'zod'
import { roles } from '@gatehouse/contract/operator-places'
import type { Database } from '@gatehouse/platform/database'

import type { Call, ProjectCall, Row, WorkspaceCall } from '../access/call.ts'
import type { GrantStore, Place } from '../access/grant-store.ts'
import { idOf } from '../access/principal.ts'
import { emptyAnswer, jsonAnswer, RefusalError, timestamp } from '../http/answer.ts'
import { cut, pageAnswer, pageIfAsked } from '../http/paging.ts'
import { requireUuid } from '../http/uuid.ts'
import { displayName, moment } from '../text-fields.ts'
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

/** `expires_at`: absent, 90 days; null, never. `role` is ours: absent, a workspace key owns its workspace and a project key is a developer of its project. */
const createBody = z.strictObject({ name: displayName, expires_at: moment.nullish(), role: z.enum(roles).optional() })

/** Keys of workspaces and projects: the field's operations. */
export function keyOperations(deps: KeyDeps): readonly Row[] {
  const workspace = '/workspaces/{workspace}/tokens'
  const project = '/projects/{project}/tokens'
  // prettier-ignore
  return [
    { operation: 'listWorkspaceApiKeys',  method: 'GET',    path: workspace,                 place: 'workspace', handle: (call) => list(deps, call, placeOfWorkspace(call)) },
    { operation: 'createWorkspaceApiKey', method: 'POST',   path: workspace,                 place: 'workspace', handle: (call) => create(deps, call, placeOfWorkspace(call)) },
    { operation: 'deleteWorkspaceApiKey', method: 'DELETE', path: `${workspace}/{token_id}`, place: 'workspace', handle: (call) => remove(deps, call, placeOfWorkspace(call)) },
    { operation: 'listProjectApiKeys',    method: 'GET',    path: project,                   place: 'project',   handle: (call) => list(deps, call, placeOfProject(call)) },
    { operation: 'createProjectApiKey',   method: 'POST',   path: project,                   place: 'project',   handle: (call) => create(deps, call, placeOfProject(call)) },
    { operation: 'deleteProjectApiKey',   method: 'DELETE', path: `${project}/{token_id}`,   place: 'project',   handle: (call) => remove(deps, call, placeOfProject(call)) },
  ]
}

function list({ keys, grants }: KeyDeps, { url }: Call, place: Place): Response {
  const page = pageIfAsked(url.searchParams)
  const part = cut(keys.list(place, page), page, ({ createdAt, id }) => ({ at: createdAt, id }))
  return pageAnswer(
    url,
    part,
    part.shown.map((key) => present(key, grants)),
  )
}

async function create({ database, keyring, grants }: KeyDeps, call: Call, place: Place): Promise<Response> {
  const body = await call.body(createBody)
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

function remove({ database, keys, keyring }: KeyDeps, call: Call, place: Place): Response {
  const id = requireUuid(call.params['token_id'], 'key')
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
