import type { Session } from '@gatehouse/contract/session'
import { type ReadDevice, readDevice, withoutPort } from '../../identity/read-device.server.ts'

/** A session as its owner recognizes it. */
export interface SeenDevice extends ReadDevice {
  readonly id: string
  readonly address: string | undefined
  /** Where the service says this was, if it can tell. */
  readonly place: string | undefined
  /** RFC 3339: the sign-in, and the last time the person proved again who they are. */
  readonly signedInAt: string
  readonly confirmedAt: string
}

/** Reads a session's newest device entry. */
export function seenDevice(session: Session): SeenDevice {
  const device = session.devices.at(-1)
  return {
    ...readDevice(device?.user_agent),
    id: session.id,
    address: device === undefined || device.ip_address === '' ? undefined : withoutPort(device.ip_address),
    place: device === undefined || device.location === '' ? undefined : device.location,
    signedInAt: session.issued_at,
    confirmedAt: session.authenticated_at,
  }
}
