import Bowser from 'bowser'
import type { Session } from '@gatehouse/contract/session'

/** A session as its owner recognizes it. */
export interface SeenDevice {
  readonly id: string
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly isPhone: boolean
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
  const { browser, os, platform } = Bowser.parse(device?.user_agent || 'unknown')
  return {
    id: session.id,
    browser: browser.name === '' ? undefined : browser.name,
    system: os.name,
    isPhone: platform.type === 'mobile' || platform.type === 'tablet',
    address: device === undefined || device.ip_address === '' ? undefined : withoutPort(device.ip_address),
    place: device === undefined || device.location === '' ? undefined : device.location,
    signedInAt: session.issued_at,
    confirmedAt: session.authenticated_at,
  }
}

/** `203.0.113.7:4711` and `[2001:db8::1]:4711` without the port, which says nothing to anybody. */
function withoutPort(address: string): string {
  const bracketed = /^\[([^\]]+)\](?::\d+)?$/.exec(address)
  return bracketed?.[1] ?? address.replace(/^([^:]+):\d+$/, '$1')
}
