import type { WorkspacePlace } from '@gatehouse/contract/operator-places'
import type { MissingPlaces } from '../../src/control-plane-door.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** What an operator may enter at the control plane elsewhere. */
export interface PlacesElsewhere {
  readonly workspaces: readonly WorkspacePlace[]
  /** It cannot be asked. */
  readonly missing: MissingPlaces | undefined
}

const known = new WeakMap<ConsoleRequest, Promise<PlacesElsewhere>>()

/** Finds out what there is elsewhere for the operator of a request; once for each request. */
export function placesElsewhere(page: ConsoleRequest, identityId: string): Promise<PlacesElsewhere> {
  const present = known.get(page)
  if (present !== undefined) return present
  const asked = page.controlPlane.placesElsewhere(identityId)
  known.set(page, asked)
  return asked
}
