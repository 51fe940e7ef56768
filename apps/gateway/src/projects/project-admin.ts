import type { Role } from '@gatehouse/contract/operator-places'
import type { FetchHandler } from '@gatehouse/http/fetch-handler'

/** The role that a request's key gives at a project. */
export type RoleOfKey = (headers: Headers, projectId: string) => Role | undefined

/** A project's admin API at the project's own address: for its keys alone, and for viewers' keys to read alone. */
export function createProjectAdmin(admin: FetchHandler, projectId: string, roleOfKey: RoleOfKey): FetchHandler {
  return async (request) => {
    const role = roleOfKey(request.headers, projectId)
    if (role === undefined) {
      const headers = { 'www-authenticate': 'Bearer realm="project"' }
      return refusal(401, 'Send an API key of this project, or of its workspace, as a bearer token.', headers)
    }
    const isReading = request.method === 'GET' || request.method === 'HEAD'
    if (role === 'viewer' && !isReading) return refusal(403, 'This key may read only.')
    if (role === 'viewer' && !isOpenToViewers(new URL(request.url))) {
      return refusal(403, 'This key may read identities, sessions and schemas, and neither credentials nor messages.')
    }
    request.headers.delete('authorization')
    return admin(request)
  }
}

// Messages carry codes. What is open is listed, by the path as it was sent: the service behind decodes it, so that one
// place has many spellings.
const openToViewers = /^\/admin\/(?:identities|sessions|schemas|health|version)(?:\/|$)/

function isOpenToViewers({ pathname, searchParams }: URL): boolean {
  return openToViewers.test(pathname) && !searchParams.has('include_credential')
}

function refusal(code: 401 | 403, reason: string, headers: Readonly<Record<string, string>> = {}): Response {
  const status = code === 401 ? 'Unauthorized' : 'Forbidden'
  return Response.json({ error: { code, status, message: status, reason } }, { status: code, headers })
}
