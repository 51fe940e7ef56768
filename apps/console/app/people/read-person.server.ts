import type { Identity, Session } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../control-plane/scope.server.ts'

/** Reads a person with everything that their pages show, in one exchange. Throws a page if there is none. */
export async function readPerson(scope: ProjectContext, id: string) {
  const { identity, sessions, ...details } = await scope.load('getIdentityDetails', { params: { id } })
  if (!isIdentity(identity)) throw new TypeError('The identity service answered something else than an identity')
  return { ...details, identity, sessions: sessions.flatMap((one) => (isSession(one) ? [one] : [])) }
}

/** The identity service's, passed on by the control plane. */
function isIdentity(value: object): value is Identity {
  return 'id' in value && 'schema_id' in value && 'traits' in value
}

function isSession(value: object): value is Session {
  return 'id' in value && 'expires_at' in value
}
