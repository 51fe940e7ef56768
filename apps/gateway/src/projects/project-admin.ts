import type { ControlPlane } from '@gatehouse/control-plane/service'
import type { FetchHandler } from '@gatehouse/http/handler'
import { belongsToPublic } from '@gatehouse/identity/service'

/** The control plane's keys and its policy for admin APIs. */
export type AdminPolicy = Pick<ControlPlane, 'roleOfKey' | 'projectAdmin' | 'isOperator'>

/** The dependencies of the guard of a project's admin API. */
export interface ProjectAdminDeps {
  /** The identity service's own admin API. */
  readonly admin: FetchHandler
  readonly projectId: string
  readonly policy: AdminPolicy
}

/**
 * A project's admin API at the project's own address: for its keys alone, by the control plane's policy. Preflight
 * requests of browsers carry no key, and are answered by the project's configuration.
 */
export function createProjectAdmin({ admin, projectId, policy }: ProjectAdminDeps): FetchHandler {
  const governed = policy.projectAdmin(projectId, { kind: 'keys' })
  return async (request) => {
    const { headers, method, url } = request
    if (method === 'OPTIONS' && headers.has('origin') && headers.has('access-control-request-method')) {
      return admin(new Request(url, { method, headers: preflightHeaders(headers) }))
    }
    if ((await policy.roleOfKey(headers, projectId)) === undefined) return withoutKey()
    return isOpenPath(new URL(url).pathname) ? admin(new Request(url, { method })) : governed(request)
  }
}

/**
 * Serves the first project's admin API at the admin listener, whose guard has admitted the request. The same policy
 * applies; a listener without a key has no caller to name, and requires no reason. Paths work with and without
 * `/admin`, and those of the public API redirect to it.
 */
export function createListenerAdmin({ admin, projectId, policy }: ProjectAdminDeps, hasKey: boolean): FetchHandler {
  const actor = hasKey
    ? ({ kind: 'key', id: adminKeySetting, name: adminKeySetting } as const)
    : ({ kind: 'system', id: 'admin-listener', name: 'admin listener' } as const)
  const governed = policy.projectAdmin(projectId, { kind: 'listener', actor })
  return async (request) => {
    const url = new URL(request.url)
    const path = url.pathname.replace(/^\/admin(?=\/)/, '')
    if (request.method === 'OPTIONS' || isOpenPath(path) || belongsToPublic(path)) return admin(request)
    url.pathname = `/admin${path}`
    return governed(new Request(url, request))
  }
}

const adminKeySetting = 'GATEHOUSE_ADMIN_KEY'

/** TABLE: the paths of the admin API that are about no person: every client that reaches it may call them. */
const openPath = /^(?:\/admin)?\/(?:health\/(?:alive|ready)|version|schemas(?:\/[\w.=%-]+)?)$/

/** Returns whether a path of the admin API needs no policy. The path is compared whole, as it was sent. */
export function isOpenPath(pathname: string): boolean {
  return openPath.test(pathname)
}

function preflightHeaders(headers: Headers): Headers {
  const kept = ['origin', 'access-control-request-method', 'access-control-request-headers']
  return new Headers(Object.fromEntries(kept.map((name) => [name, headers.get(name) ?? ''])))
}

function withoutKey(): Response {
  const reason = 'Send an API key of this project, or of its workspace, as a bearer token.'
  const body = { error: { code: 401, status: 'Unauthorized', message: 'Unauthorized', reason } }
  return Response.json(body, { status: 401, headers: { 'www-authenticate': 'Bearer realm="project"' } })
}
