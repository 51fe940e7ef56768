import type { RememberedDevice } from '@gatehouse/contract/account'
import type { Session } from '@gatehouse/contract/identities'
import { type ReadDevice, readDevice, withoutPort } from '../../identity/read-device.server.ts'

/** A session as its owner recognizes it. */
export interface SeenDevice extends ReadDevice {
  readonly id: string
  readonly address: string | undefined
  /** The geolocation that the service reports, if it can tell. */
  readonly location: string | undefined
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
    location: device === undefined || device.location === '' ? undefined : device.location,
    signedInAt: session.issued_at,
    confirmedAt: session.authenticated_at,
  }
}

/** A browser that need not give a second factor. Times are RFC 3339. */
export interface TrustedDevice extends ReadDevice {
  readonly id: string
  readonly address: string | undefined
  readonly usedAt: string
  readonly until: string
}

/** Reads an entry of the list of remembered devices. */
export function trustedDevice({ id, user_agent, ip_address, used_at, expires_at }: RememberedDevice): TrustedDevice {
  const address = ip_address === '' ? undefined : withoutPort(ip_address)
  return { ...readDevice(user_agent), id, address, usedAt: used_at, until: expires_at }
}
