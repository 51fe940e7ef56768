import type { Log } from '@gatehouse/platform/log'
import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import type { Clock } from '@gatehouse/platform/work'
import type { Operation } from '@gatehouse/contract/control-plane'
import { asksForRole, policyOf } from '@gatehouse/contract/operators'
import { createRouteTable } from '@gatehouse/platform/http'

import type { Row } from './access/call.ts'
import type { Principal } from './model/principal.ts'
import { reasonHeader, reasonOf } from './access/reason.ts'
import { asksForRedacted, redactedAnswer } from './access/redacted.ts'
import type { AuditStore } from './model/audit-store.ts'
import { type Caller, failure } from './dispatch.ts'
import { jsonAnswer, RefusalError } from './http/answer.ts'
import { readJsonBody } from './http/json-body.ts'
import { withoutSecretsOfProject } from './remote/secrets.ts'
import type { RemoteControlPlane, RemoteCall } from './remote/control-plane.ts'
import { type Admitted, createRemoteGate, type RemoteGateDeps } from './remote/gate.ts'
import { createRemoteDirectory, type RemoteScopes } from './remote/directory.ts'
import { createReach, type Reach } from './remote/reach.ts'

/** The dependencies of forwarding calls to a remote control plane. */
export interface RemoteDeps extends RemoteGateDeps {
  readonly remote: RemoteControlPlane
  readonly rows: readonly Row[]
  readonly audit: AuditStore
  readonly clock: Clock
  readonly log: Log
}

/** The part of the console's work that is done at a remote control plane. */
export interface RemoteService {
  scopesOf(identityId: string): Promise<RemoteScopes>
  /** Returns whether a request concerns an id that does not exist here. */
  isFor(request: Request): Promise<boolean>
  /** Answers it on behalf of an operator whom `recognize` identifies. Never rejects. */
  answer(request: Request, principal: Principal, recognize: () => Promise<Caller>): Promise<Response>
}

interface Found {
  readonly row: Row
  readonly params: Readonly<Record<string, string>>
}

/** Forwards calls about remote resources, each through the gate first. */
export function createRemoteService(deps: RemoteDeps): RemoteService {
  const { audit, clock, log } = deps
  const { url } = deps.remote
  const gate = createRemoteGate(deps)
  const reach = createReach(deps.remote)
  const directory = createRemoteDirectory(reach, url, clock, audit)
  const match = createRouteTable(deps.rows)

  const find = (request: Request): Found | undefined => {
    const found = match(request.method, new URL(request.url).pathname)
    return found.kind === 'found' ? found : undefined
  }

  async function perform(found: Found, request: Request, admitted: Admitted, caller: Caller): Promise<Response> {
    const { row, params } = found
    const call = await callOf(found, request)
    const why = request.headers.get(reasonHeader)
    const reason = reasonOf(request.headers)
    refuseSecrets(call, admitted)
    const record = (target: { readonly kind: string; readonly id: string; readonly name: string }) =>
      audit.append({
        id: randomUUID(),
        at: clock(),
        actor: caller.actor,
        operation: row.operation,
        workspaceId: admitted.home.id,
        projectId: undefined,
        target,
        reason,
      })
    const kind = row.scope === 'workspace' ? 'workspace' : 'project'
    if (row.method === 'GET') {
      const answer = shown(await reach(call))
      if (asksForRedacted(row.operation, call.query)) return redactedAnswer(row.operation, answer)
      const id = scopeIn(params) ?? ''
      if (answer.ok && readsSecrets(call))
        await record({ kind, id, name: `${await directory.nameOf(id)} (${url.host})` })
      return row.operation === 'getProject' && admitted.role === 'viewer' ? withoutSecretsOfProject(answer) : answer
    }
    const headers = why === null ? {} : { [reasonHeader]: why }
    // What is deleted has no name afterwards.
    const named = row.operation === 'createProject' ? '' : await directory.nameOf(scopeIn(params) ?? '')
    const answer = await reach({
      ...(row.operation === 'purgeProjectConfirmed' ? await purgeOf(call, reach) : call),
      headers,
    })
    directory.forget()
    const made = row.operation === 'createProject' ? await createdIn(answer.clone()) : undefined
    const id = made?.id ?? scopeIn(params) ?? ''
    const name = `${made?.name ?? named} (${url.host})`
    await record({ kind, id, name })
    return row.operation === 'purgeProjectConfirmed' ? jsonAnswer(200, { id }) : shown(answer)
  }

  return {
    scopesOf: async (identityId) => {
      const admitted = await gate.admit({ kind: 'operator', identityId })
      return admitted ? directory.scopesFor(admitted.role, admitted.home) : { workspaces: [], missing: undefined }
    },
    isFor: async (request) => {
      const found = find(request)
      return found !== undefined && isUnknownHere(deps, found, request)
    },
    answer: async (request, principal, recognize) => {
      try {
        const found = find(request)
        if (found === undefined) throw new RefusalError({ code: 404, reason: 'There is nothing at this address.' })
        const caller = await recognize()
        return await perform(found, request, await gate.require(principal, found.row.operation), caller)
      } catch (error) {
        // The cached names may include the one that was just deleted.
        if (error instanceof RefusalError && error.refusal.id?.startsWith('control_plane_') === true) directory.forget()
        return failure(error, request, log)
      }
    },
  }
}

/** Returns whether the workspace or the project that a call names does not exist here. */
async function isUnknownHere(
  { workspaces, projects }: Pick<RemoteDeps, 'workspaces' | 'projects'>,
  { row, params }: Found,
  request: Request,
): Promise<boolean> {
  if (row.scope === 'workspace') return (await workspaces.find(params['workspace'] ?? '')) === undefined
  if (row.scope === 'project') return (await projects.find(scopeIn(params) ?? '')) === undefined
  if (row.operation !== 'createProject') return false
  const wish = wished.safeParse(
    await request
      .clone()
      .json()
      .catch(() => undefined),
  )
  return wish.success && (await workspaces.find(wish.data.workspace_id)) === undefined
}

/** Prepares a deletion as in Ory's API, once the typed slug is the project's. */
async function purgeOf(call: RemoteCall, reach: Reach): Promise<RemoteCall> {
  const { params } = call
  const one = { operation: 'getProject', method: 'GET', path: '/projects/{project_id}', params } as const
  const none = { query: new URLSearchParams(), headers: {} }
  const { slug } = slugged.parse(await (await reach({ ...one, ...none })).json())
  if (slugged.safeParse(call.body).data?.slug !== slug) {
    const reason = `To delete this project, send its slug: {"slug":"${slug}"}.`
    throw new RefusalError({ code: 400, id: 'confirmation_required', reason })
  }
  return { ...one, ...none, operation: 'purgeProject', method: 'DELETE' }
}

const slugged = z.object({ slug: z.string() })
const wished = z.object({ workspace_id: z.string() })
const created = z.object({ id: z.string(), name: z.string() })

function scopeIn(params: Found['params']): string | undefined {
  return params['workspace'] ?? params['project'] ?? params['project_id']
}

async function createdIn(answer: Response): Promise<z.output<typeof created> | undefined> {
  return created.safeParse(await answer.json().catch(() => undefined)).data
}

async function callOf({ row, params }: Found, request: Request): Promise<RemoteCall> {
  // A segment of dots would climb out of its path.
  if (Object.values(params).some((value) => /^\.{1,2}$/.test(value))) {
    throw new RefusalError({ code: 404, reason: 'There is nothing of this id.' })
  }
  if (request.headers.get('accept')?.includes('text/event-stream') === true) {
    const reason = 'A live tail is not carried over from another control plane: ask there.'
    throw new RefusalError({ code: 501, id: 'feature_not_available', reason })
  }
  const isUpload = row.upload !== undefined && request.body !== null
  const hasBody = !isUpload && row.method !== 'GET' && request.body !== null
  return {
    operation: row.operation satisfies Operation,
    method: row.method,
    path: row.path,
    params,
    query: new URL(request.url).searchParams,
    ...(isUpload && {
      upload: { content: request.body, type: request.headers.get('content-type') ?? 'application/octet-stream' },
    }),
    ...(hasBody && { body: await readJsonBody(request, z.unknown()) }),
    headers: {},
  }
}

/** Only owners may read credentials: the project may hold the accounts with which operators sign in. */
function refuseSecrets({ query }: RemoteCall, { role }: Admitted): void {
  if (role === 'owner' || !query.has('include_credential')) return
  throw new RefusalError({ code: 403, reason: `The role ${role} does not include credentials.` })
}

function readsSecrets({ operation, query }: RemoteCall): boolean {
  if (!asksForRole(operation)) return false
  const { audit } = policyOf(operation)
  return audit === 'secrets' || (audit === 'credentials' && query.has('include_credential'))
}

const kept = ['content-type', 'content-disposition', 'link'] as const

/** Returns the answer with only the headers that are valid here. */
function shown({ status, headers, body }: Response): Response {
  const known = new Headers({ 'cache-control': 'private, no-store' })
  for (const name of kept) {
    const value = headers.get(name)
    if (value !== null) known.set(name, value)
  }
  return new Response(body, { status, headers: known })
}
