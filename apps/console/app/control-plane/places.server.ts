import type { MissingPlaces, WorkspacePlace } from '../../src/control-plane-door.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Everything that an operator may enter, what is of this installation first. */
export interface Places {
  readonly workspaces: readonly WorkspacePlace[]
  /** The control plane elsewhere cannot be asked. */
  readonly missing: MissingPlaces | undefined
}

const known = new WeakMap<ConsoleRequest, Promise<Places>>()

/** Finds out what the operator of a request may enter; once for each request. */
export function placesFor(page: ConsoleRequest, identityId: string): Promise<Places> {
  const present = known.get(page)
  if (present !== undefined) return present
  const asked = ask(page, identityId)
  known.set(page, asked)
  return asked
}

async function ask({ controlPlane }: ConsoleRequest, identityId: string): Promise<Places> {
  const { workspaces, missing } = await controlPlane.placesElsewhere(identityId)
  return { workspaces: [...controlPlane.placesOf(identityId), ...workspaces], missing }
}
