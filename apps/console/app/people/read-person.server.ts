import type { Identity, Session } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'
import { forbidden } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Reads an account with everything that its pages show, in one request. Throws an error response if the call is refused. */
export async function readPerson(scope: ProjectContext, id: string) {
  const { identity, sessions, ...details } = await scope.load('getIdentityDetails', { params: { id } })
  if (!isIdentity(identity)) throw new TypeError('The identity service answered something else than an identity')
  return { ...details, identity, sessions: sessions.flatMap((one) => (isSession(one) ? [one] : [])) }
}

/** Reads an account before it is edited. Throws 403 if the operator's role does not allow edits. */
export async function readPersonForUpdate(page: ConsoleRequest, scope: ProjectContext, id: string) {
  if (!scope.may('patchIdentity')) throw forbidden(page)
  return readPerson(scope, id)
}

/** The control plane passes the JSON of the identity service on, and does not check its shape. */
function isIdentity(value: object): value is Identity {
  return 'id' in value && 'schema_id' in value && 'traits' in value
}

function isSession(value: object): value is Session {
  return 'id' in value && 'expires_at' in value
}
