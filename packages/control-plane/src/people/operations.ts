import { z } from 'zod'

import type { ProjectCall, Row } from '../access/call.ts'
import type { GrantStore } from '../access/grant-store.ts'
import type { RoleOperation } from '../access/permissions.ts'
import { reasonHeader, reasonOf } from '../access/reason.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import { requireUuid } from '../http/uuid.ts'
import type { ProjectAdmin, ProjectHost } from '../projects/host.ts'
import { newSubject, subjectOf } from './subject.ts'

/** What passing calls on takes. `grants` tells who owns the workspace: only they may read credentials of operators. */
export interface PeopleDeps {
  readonly host: Pick<ProjectHost, 'adminOf'>
  readonly grants: GrantStore
}

/** An operation of a project's admin API: `GET /admin/identities`, under the name that the field's client gives it. */
interface AdminOperation {
  readonly operation: RoleOperation
  readonly method: Row['method']
  /** Below the project; the same path as at the project itself. */
  readonly path: `/admin/${string}`
}

// prettier-ignore
const adminOperations: readonly AdminOperation[] = [
  { operation: 'listIdentities',                method: 'GET',    path: '/admin/identities' },
  { operation: 'createIdentity',                method: 'POST',   path: '/admin/identities' },
  { operation: 'batchPatchIdentities',          method: 'PATCH',  path: '/admin/identities' },
  { operation: 'getIdentity',                   method: 'GET',    path: '/admin/identities/{id}' },
  { operation: 'updateIdentity',                method: 'PUT',    path: '/admin/identities/{id}' },
  { operation: 'patchIdentity',                 method: 'PATCH',  path: '/admin/identities/{id}' },
  { operation: 'deleteIdentity',                method: 'DELETE', path: '/admin/identities/{id}' },
  { operation: 'deleteIdentityCredentials',     method: 'DELETE', path: '/admin/identities/{id}/credentials/{type}' },
  { operation: 'listIdentitySessions',          method: 'GET',    path: '/admin/identities/{id}/sessions' },
  { operation: 'deleteIdentitySessions',        method: 'DELETE', path: '/admin/identities/{id}/sessions' },
  { operation: 'listSessions',                  method: 'GET',    path: '/admin/sessions' },
  { operation: 'getSession',                    method: 'GET',    path: '/admin/sessions/{id}' },
  { operation: 'disableSession',                method: 'DELETE', path: '/admin/sessions/{id}' },
  { operation: 'extendSession',                 method: 'PATCH',  path: '/admin/sessions/{id}/extend' },
  { operation: 'createRecoveryCodeForIdentity', method: 'POST',   path: '/admin/recovery/code' },
  { operation: 'createRecoveryLinkForIdentity', method: 'POST',   path: '/admin/recovery/link' },
  { operation: 'listCourierMessages',           method: 'GET',    path: '/admin/courier/messages' },
  { operation: 'getCourierMessage',             method: 'GET',    path: '/admin/courier/messages/{id}' },
]

/** Whoever gets in this way is somebody else than the account's owner: the log has to say why. */
const needReasons: ReadonlySet<RoleOperation> = new Set<RoleOperation>([
  'createRecoveryCodeForIdentity',
  'createRecoveryLinkForIdentity',
])

/** A project's people, sessions and messages: its own admin API, behind the permissions and the audit log from here. */
export function peopleOperations(deps: PeopleDeps): readonly Row[] {
  const project = '/projects/{project}'
  const passed = adminOperations.map(({ operation, method, path }): Row => ({
    operation,
    method,
    path: `${project}${path}`,
    place: 'project',
    handle: (call) => {
      if (needReasons.has(operation)) requireReason(call)
      return passOn(deps, call, path)
    },
  }))
  // prettier-ignore
  return [
    ...passed,
    { operation: 'listIdentitySchemas', method: 'GET', path: `${project}/schemas`,             place: 'project', handle: (call) => readSchema(deps, call, '/schemas') },
    { operation: 'getIdentitySchema',   method: 'GET', path: `${project}/schemas/{schema_id}`, place: 'project', handle: (call) => readSchema(deps, call, `/schemas/${encodeURIComponent(call.params['schema_id'] ?? '')}`) },
    { operation: 'announceIdentityExport', method: 'POST', path: `${project}/exports`,          place: 'project', handle: (call) => announceExport(deps, call) },
    { operation: 'getIdentityEngine',   method: 'GET', path: `${project}/engine`,              place: 'project', handle: (call) => engine(requireAdmin(deps, call)) },
  ]
}

async function passOn(deps: PeopleDeps, call: ProjectCall, template: string): Promise<Response> {
  const { request, url, principal } = call
  const admin = requireAdmin(deps, call)
  requireNoSecrets(deps, call)
  const path = pathOf(template, call.params)
  if (request.method === 'GET' || request.method === 'HEAD') {
    return answered(call, () => admin.ask('GET', `${path}${url.search}`))
  }
  const body = await request.text()
  // Before the change: afterwards there may be nobody left to name.
  const before = await reached(() => subjectOf(admin, template, call.params, body))
  const operator = principal.kind === 'operator' ? principal.identityId : undefined
  const answer = await answered(call, () => admin.ask(request.method, `${path}${url.search}`, body, operator))
  if (answer.ok) call.record(before ?? (await newSubject(answer.clone())))
  return answer
}

async function readSchema(deps: PeopleDeps, call: ProjectCall, path: string): Promise<Response> {
  return answered(call, () => requireAdmin(deps, call).readPublic(`${path}${call.url.search}`))
}

const versioned = z.looseObject({ version: z.string() })

/** What answers for a project, so that callers can tell what it has. */
async function engine(admin: ProjectAdmin): Promise<Response> {
  const answer = await reached(() => admin.ask('GET', '/admin/version'))
  const told: unknown = answer.ok ? await answer.json().catch(() => undefined) : undefined
  return jsonAnswer(200, { kind: admin.kind, version: versioned.safeParse(told).data?.version ?? '' })
}

function requireAdmin({ host }: PeopleDeps, { project }: ProjectCall): ProjectAdmin {
  const admin = host.adminOf(project.id)
  if (admin !== undefined) return admin
  throw new RefusalError({ code: 503, reason: 'The project’s identity service has no admin API within reach.' })
}

function requireReason({ request }: ProjectCall): void {
  if (reasonOf(request.headers) !== undefined) return
  const reason = `Say why, in the header ${reasonHeader}: whoever gets in this way is somebody else than the owner.`
  throw new RefusalError({ code: 400, reason })
}

/** The answer of a project's identity service, with the pages of a list at the address that was asked. */
async function answered({ project }: ProjectCall, ask: () => Promise<Response>): Promise<Response> {
  const answer = await reached(ask)
  const links = answer.headers.get('link')
  if (links === null) return answer
  const headers = new Headers(answer.headers)
  headers.set(
    'link',
    links.replaceAll(/<[^>]*?((?:\/admin)?\/[a-z]+[^>]*)>/g, (_, path: string) => {
      const inner = path.startsWith('/admin/') || path.startsWith('/schemas') ? path : `/admin${path}`
      return `</projects/${project.id}${inner}>`
    }),
  )
  const { status } = answer
  return new Response(answer.body, { status, headers })
}

async function reached<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    // A service across a network may be away; what goes wrong in this process is a fault of ours.
    if (!isNetworkFailure(error)) throw error
    throw new RefusalError({
      code: 503,
      reason: 'The project’s identity service does not answer. Try again in a moment.',
    })
  }
}

/** As `fetch` says it: a TypeError with a cause, or a time-out. */
function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')
}

/** The path at the project. A parameter is an id or a word, so it cannot climb out of its place. */
function pathOf(template: string, { id, type }: ProjectCall['params']): string {
  if (type !== undefined && !/^[a-z0-9_]{1,64}$/.test(type)) {
    throw new RefusalError({ code: 400, reason: 'There is no credential type of this name.' })
  }
  const known = template.includes('{id}') ? template.replace('{id}', requireUuid(id, 'object')) : template
  return known.replace('{type}', type ?? '')
}

const announced = z.strictObject({ credentials: z.boolean(), filter: z.string().max(300).optional() })

/** Writes down who takes all people along, before they do: reading page by page leaves no line. */
async function announceExport(deps: PeopleDeps, call: ProjectCall): Promise<Response> {
  const { credentials, filter = '' } = await call.body(announced)
  if (credentials) requireSecretsAllowed(deps, call)
  const name = `${filter === '' ? 'everybody' : filter}${credentials ? ', with credentials' : ''}`
  call.record({ kind: 'identity', id: '', name })
  return emptyAnswer()
}

function requireNoSecrets(deps: PeopleDeps, call: ProjectCall): void {
  if (call.url.searchParams.has('include_credential')) requireSecretsAllowed(deps, call)
}

/** Credentials are for those who may change them; those of operators for the ones who may become any of them anyway. */
function requireSecretsAllowed({ grants }: PeopleDeps, { role, project, principal }: ProjectCall): void {
  const ownsWorkspace = () => grants.roleAt(principal, { kind: 'workspace', id: project.workspaceId }) === 'owner'
  if (project.isDefault ? ownsWorkspace() : role !== 'viewer') return
  throw new RefusalError({ code: 403, reason: `The role ${role} does not include credentials.` })
}
