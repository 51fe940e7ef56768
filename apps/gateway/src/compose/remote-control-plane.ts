import { createControlPlaneClient } from '@gatehouse/client/control-plane'
import type { OtherControlPlane } from '@gatehouse/config/config'
import type { RemoteControlPlane } from '@gatehouse/control-plane/service'

/** The remote control plane that the configuration names, by the field's client. */
export function remoteControlPlane(other: OtherControlPlane | undefined): RemoteControlPlane | undefined {
  if (other === undefined) return undefined
  const { url, key } = other
  const client = createControlPlaneClient({ baseUrl: url.href, key: key.reveal() })
  return { url, call: (call) => client.call(call) }
}
