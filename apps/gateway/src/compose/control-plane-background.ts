import type { ControlPlane } from '@gatehouse/control-plane/service'
import type { Log } from '@gatehouse/platform/log'
import type { BackgroundPiece } from '@gatehouse/platform/work'

/** TABLE: the background work of a control plane, by name. */
export function controlPlaneBackground(
  controlPlane: ControlPlane,
  log: Log,
): Readonly<Record<string, BackgroundPiece>> {
  let adopting = Promise.resolve()
  const start = () => {
    adopting = controlPlane
      .adopt()
      .catch((err: unknown) => log.error({ err }, 'projects that are halted or deleted were not looked at'))
  }
  return { 'halted and deleted projects': { start, stop: () => adopting }, 'control plane': controlPlane.background }
}
