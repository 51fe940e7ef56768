import type { WorkspaceAccess } from '@gatehouse/contract/operators'
import type { UnknownScopes } from '../../src/control-plane-port.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** The scopes that an operator may enter at the remote control plane. */
export interface RemoteScopes {
  readonly workspaces: readonly WorkspaceAccess[]
  /** It cannot be asked. */
  readonly missing: UnknownScopes | undefined
}

const known = new WeakMap<ConsoleRequest, Promise<RemoteScopes>>()

/** Lists the remote control plane's scopes for the operator of a request; once for each request. */
export function remoteScopes(page: ConsoleRequest, identityId: string): Promise<RemoteScopes> {
  const present = known.get(page)
  if (present !== undefined) return present
  const asked = page.controlPlane.remoteScopes(identityId)
  known.set(page, asked)
  return asked
}
