import type { AdminClient } from '@gatehouse/client/admin-client'
import type { ControlPlaneApi } from '@gatehouse/client/control-plane'
import type { MovableClock } from '../movable-clock.ts'
import type { DemoDevice } from './demo-devices.ts'

/** The parts of a running installation that create a demonstration. */
export interface DemoInstallation {
  readonly admin: AdminClient
  readonly api: ControlPlaneApi
  readonly projectId: string
  readonly workspaceId: string
  readonly clock: MovableClock
  /** Sends a request to the public API of the project, from an address. */
  readonly ask: (path: string, init: RequestInit, from: DemoDevice) => Promise<Response>
  /** Resolves once all events have been delivered, or attempted. */
  readonly settled: () => Promise<void>
}

/** The body of an answer; throws the reason of a refusal. */
export function accepted<T>(
  called: { readonly kind: 'done'; readonly body: T } | { readonly kind: 'refused'; readonly reason: string },
): T {
  if (called.kind === 'refused') throw new Error(called.reason)
  return called.body
}
