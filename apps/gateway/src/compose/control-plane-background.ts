import type { ControlPlane } from '@gatehouse/control-plane/service'
import type { Log } from '@gatehouse/platform/log'
import type { BackgroundPiece } from '@gatehouse/platform/work'

/** Returns the pieces of the background work of a control plane, by name. */
export function controlPlaneBackground(
  controlPlane: ControlPlane,
  log: Log,
): Readonly<Record<string, BackgroundPiece>> {
  let reconciling = Promise.resolve()
  const start = () => {
    reconciling = controlPlane
      .reconcile()
      .catch((err: unknown) => log.error({ err }, 'projects that are halted or deleted were not looked at'))
  }
  return { 'halted and deleted projects': { start, stop: () => reconciling }, 'control plane': controlPlane.background }
}
