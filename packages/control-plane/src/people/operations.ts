import type { ProjectCall, Row } from '../access/call.ts'
import type { RoleOperation } from '../access/permissions.ts'
import { RefusalError } from '../http/answer.ts'
import { requireUuid } from '../http/uuid.ts'
import type { ProjectHost } from '../projects/host.ts'
import { newSubject, subjectOf } from './subject.ts'

export interface PeopleDeps {
  readonly host: Pick<ProjectHost, 'adminOf'>
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

/** A project's people, sessions and messages: its own admin API, behind the permissions and the audit log from here. */
export function peopleOperations(deps: PeopleDeps): readonly Row[] {
  return adminOperations.map(({ operation, method, path }) => ({
    operation,
    method,
    path: `/projects/{project}${path}`,
    place: 'project',
    handle: (call) => passOn(deps, call, path),
  }))
}

async function passOn({ host }: PeopleDeps, call: ProjectCall, template: string): Promise<Response> {
  const { project, request, url } = call
  const admin = host.adminOf(project.id)
  if (admin === undefined) {
    throw new RefusalError({ code: 503, reason: 'The project’s identity service has no admin API within reach.' })
  }
  requireNoSecrets(call)
  const path = pathOf(template, call.params)
  if (request.method === 'GET' || request.method === 'HEAD') return admin.ask('GET', `${path}${url.search}`)
  const body = await request.text()
  // Before the change: afterwards there may be nobody left to name.
  const before = await subjectOf(admin, template, call.params, body)
  const answer = await admin.ask(request.method, `${path}${url.search}`, body)
  if (answer.ok) call.record(before ?? (await newSubject(answer.clone())))
  return answer
}

/** The path at the project. A parameter is an id or a word, so it cannot climb out of its place. */
function pathOf(template: string, { id, type }: ProjectCall['params']): string {
  if (type !== undefined && !/^[a-z0-9_]{1,64}$/.test(type)) {
    throw new RefusalError({ code: 400, reason: 'There is no credential type of this name.' })
  }
  const known = template.includes('{id}') ? template.replace('{id}', requireUuid(id, 'object')) : template
  return known.replace('{type}', type ?? '')
}

/** Credentials are for those who may change them; those of operators for the ones who may become any of them anyway. */
function requireNoSecrets({ url, role, project }: ProjectCall): void {
  if (!url.searchParams.has('include_credential')) return
  if (role === 'owner' || (role === 'developer' && !project.isDefault)) return
  throw new RefusalError({ code: 403, reason: `The role ${role} does not include credentials.` })
}
