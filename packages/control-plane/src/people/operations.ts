import { contractOf, type adminContract, type peopleContract } from '@gatehouse/contract/control-plane'
import { policyOf } from '@gatehouse/contract/operators'
import type { EventActor } from '@gatehouse/contract/events'

import type { CallOf, HandlersOf, ProjectCall } from '../access/call.ts'
import type { GrantStore } from '../model/grant-store.ts'
import type { SourcesOf } from '../events/sources.ts'
import type { OrganizationStore } from '../model/organization-store.ts'
import { asksForRedacted, redactedAnswer } from '../access/redacted.ts'
import { emptyAnswer, jsonAnswer, RefusalError } from '../http/answer.ts'
import type { ProjectAdmin, ProjectHost } from '../model/project-host.ts'
import { accessOf } from './access.ts'
import { detailsOf } from './details.ts'
import { engineOf } from './engine.ts'
import { newSubject, readSubject, subjectOf } from './subject.ts'

/**
 * The dependencies of forwarded calls. `grants` has the workspace's owners: only they may read operators' credentials.
 */
export interface PeopleDeps {
  readonly host: Pick<ProjectHost, 'adminOf'>
  readonly grants: GrantStore
  readonly organizations: Pick<OrganizationStore, 'find'>
  readonly sourcesOf: SourcesOf
}

type AdminOperation = keyof typeof adminContract

const project = '/projects/{project}'

/** A project's people, sessions and messages: its own admin API, behind the permissions and the audit log from here. */
export function peopleOperations(deps: PeopleDeps): HandlersOf<typeof adminContract & typeof peopleContract> {
  const pass = (operation: AdminOperation) => (call: ProjectCall) => passOn(deps, call, operation)
  return {
    listIdentities: pass('listIdentities'),
    createIdentity: pass('createIdentity'),
    batchPatchIdentities: pass('batchPatchIdentities'),
    getIdentity: pass('getIdentity'),
    getIdentityByExternalID: pass('getIdentityByExternalID'),
    updateIdentity: pass('updateIdentity'),
    patchIdentity: pass('patchIdentity'),
    deleteIdentity: pass('deleteIdentity'),
    deleteIdentityCredentials: pass('deleteIdentityCredentials'),
    listIdentitySessions: pass('listIdentitySessions'),
    deleteIdentitySessions: pass('deleteIdentitySessions'),
    listSessions: pass('listSessions'),
    manageSessions: pass('manageSessions'),
    getSession: pass('getSession'),
    disableSession: pass('disableSession'),
    restoreSession: pass('restoreSession'),
    extendSession: pass('extendSession'),
    createRecoveryCodeForIdentity: pass('createRecoveryCodeForIdentity'),
    createRecoveryLinkForIdentity: pass('createRecoveryLinkForIdentity'),
    createTestLoginFlow: pass('createTestLoginFlow'),
    sendIdentityVerification: pass('sendIdentityVerification'),
    resendCourierMessage: pass('resendCourierMessage'),
    listCourierMessages: pass('listCourierMessages'),
    getCourierMessage: pass('getCourierMessage'),
    listIdentitySchemas: (call) => readSchema(deps, call, '/schemas'),
    getIdentitySchema: (call) => readSchema(deps, call, `/schemas/${encodeURIComponent(call.params.schema_id)}`),
    announceIdentityExport: (call) => announceExport(deps, call),
    getIdentityAccess: (call) => access(deps, call),
    getIdentityDetails: (call) => details(deps, call),
    getIdentityEngine: async (call) => jsonAnswer(200, await reached(() => engineOf(requireAdmin(deps, call)))),
  }
}

async function passOn(deps: PeopleDeps, call: ProjectCall, operation: AdminOperation) {
  const { request, url } = call
  // The same path as at the project itself.
  const template = contractOf(operation).path.slice(project.length)
  const admin = requireAdmin(deps, call)
  await requireNoSecrets(deps, call)
  const address = `${pathOf(template, call.params)}${url.search}`
  const headers = ownHeaders(request.headers)
  const { audit } = policyOf(operation)
  if (audit !== 'change') {
    const answer = await answered(call, () => admin.ask('GET', address, { headers }))
    if (asksForRedacted(operation, url.searchParams)) return redactedAnswer(operation, answer)
    const carriesSecrets = audit === 'secrets' || (audit === 'credentials' && asksForCredentials(url))
    if (carriesSecrets && answer.ok) await call.record(await readSubject(template, call.params, url, answer.clone()))
    return answer
  }
  const body = await request.text()
  // Read before the change: afterwards there may be no account to name.
  const before = await reached(() => subjectOf(admin, template, call.params, body))
  const about = { headers, actor: eventActorOf(call.principal), ...(body !== '' && { body }) }
  const answer = await answered(call, () => admin.ask(request.method, address, about))
  if (answer.ok) await call.record(before ?? (await newSubject(answer.clone())))
  return answer
}

/** Returns the actor of a change's events. A key is an administrator with an id. */
function eventActorOf(principal: ProjectCall['principal']): EventActor {
  switch (principal.kind) {
    case 'operator':
      return { type: 'operator', id: principal.identityId }
    case 'key':
      return { type: 'administrator', id: principal.keyId }
    case 'listener':
      return { type: 'administrator', id: null }
  }
  principal satisfies never
  throw new TypeError('a caller of an unknown kind')
}

/** TABLE: the headers of a caller that are passed to a project's admin API. Others are dropped. */
const passedHeaders = ['accept', 'content-type', 'origin'] as const

function ownHeaders(headers: Headers): Readonly<Record<string, string>> {
  return Object.fromEntries(
    passedHeaders.flatMap((name) => {
      const value = headers.get(name)
      return value === null ? [] : [[name, value] as const]
    }),
  )
}

async function readSchema(deps: PeopleDeps, call: ProjectCall, path: string): Promise<Response> {
  return answered(call, () => requireAdmin(deps, call).readPublic(`${path}${call.url.search}`))
}

/** Answers with a person's ways to sign in, without any secret. */
async function access(deps: PeopleDeps, call: CallOf<'getIdentityAccess'>): Promise<Response> {
  const { id } = call.params
  if (!/^[\w-]+$/.test(id)) throw new RefusalError({ code: 404, reason: 'There is no account of this id.' })
  const found = await reached(() => accessOf(requireAdmin(deps, call), id))
  return found instanceof Response ? found : jsonAnswer(200, found)
}

async function details(deps: PeopleDeps, call: CallOf<'getIdentityDetails'>): Promise<Response> {
  const { project, role, params } = call
  const { id } = params
  if (!/^[\w-]+$/.test(id)) throw new RefusalError({ code: 404, reason: 'There is no account of this id.' })
  const { organizations, sourcesOf } = deps
  const events = sourcesOf(project.id).identity
  const admin = requireAdmin(deps, call)
  const found = await reached(() => detailsOf({ admin, organizations, events, projectId: project.id, role, id }))
  return found instanceof Response ? found : jsonAnswer(200, found)
}

function requireAdmin({ host }: PeopleDeps, { project }: ProjectCall): ProjectAdmin {
  const admin = host.adminOf(project.id)
  if (admin !== undefined) return admin
  throw new RefusalError({ code: 503, reason: 'The project’s identity service has no admin API within reach.' })
}

/** The answer of a project's identity service, with the pages of a list at the address that was asked. */
async function answered(call: ProjectCall, ask: () => Promise<Response>): Promise<Response> {
  const { project, isOwnAddress } = call
  const answer = await reached(ask)
  const links = answer.headers.get('link')
  if (links === null || isOwnAddress) return answer
  const headers = new Headers(answer.headers)
  headers.set(
    'link',
    links.replaceAll(/<([^<>]*)>/g, (whole, target: string) => {
      const url = URL.parse(target, 'http://localhost')
      if (url === null) return whole
      const path = url.pathname + url.search
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
    // A service across a network may be unreachable; a failure in this process is a bug.
    if (!isNetworkFailure(error)) throw error
    throw new RefusalError({
      code: 503,
      reason: 'The project’s identity service does not answer. Try again in a moment.',
    })
  }
}

/** Detects an error of `fetch`: a TypeError with a cause, or a time-out. */
function isNetworkFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  return error.name === 'TimeoutError' || (error instanceof TypeError && error.message === 'fetch failed')
}

/** The path at the project. A parameter is one segment, and cannot climb out of it. */
function pathOf(template: string, { id, type }: ProjectCall['params']): string {
  if (type !== undefined && !/^[a-z0-9_]{1,64}$/.test(type)) {
    throw new RefusalError({ code: 400, reason: 'There is no credential type of this name.' })
  }
  const isFree = template.includes('/external/')
  if (id !== undefined && !(isFree ? /^(?!\.{1,2}$)/ : /^[\w-]+$/).test(id)) {
    throw new RefusalError({ code: 404, reason: 'There is no object of this id.' })
  }
  return template.replace('{id}', () => encodeURIComponent(id ?? '')).replace('{type}', type ?? '')
}

/** Records the start of an export of all people: reading page by page leaves no line. */
async function announceExport(deps: PeopleDeps, call: CallOf<'announceIdentityExport'>): Promise<Response> {
  const { credentials, filter = '' } = await call.body()
  if (credentials) await requireSecretsAllowed(deps, call)
  const name = `${filter === '' ? 'everybody' : filter}${credentials ? ', with credentials' : ''}`
  await call.record({ kind: 'identity', id: '', name })
  return emptyAnswer()
}

async function requireNoSecrets(deps: PeopleDeps, call: ProjectCall): Promise<void> {
  if (asksForCredentials(call.url)) await requireSecretsAllowed(deps, call)
}

function asksForCredentials({ searchParams }: URL): boolean {
  return searchParams.has('include_credential')
}

/** Restricts credentials to callers who may change them; those of operators to callers with every role anyway. */
async function requireSecretsAllowed({ grants }: PeopleDeps, { role, project, principal }: ProjectCall): Promise<void> {
  const ownsWorkspace = async () =>
    (await grants.roleAt(principal, { kind: 'workspace', id: project.workspaceId })) === 'owner'
  if (project.isDefault ? await ownsWorkspace() : role !== 'viewer') return
  throw new RefusalError({ code: 403, reason: `The role ${role} does not include credentials.` })
}
