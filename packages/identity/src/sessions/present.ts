import type { Device as WireDevice, Session as WireSession } from '@gatehouse/contract/identities'

import type { Identity } from '../identities/identity.ts'
import { presentIdentity, timestamp } from '../identities/present.ts'
import type { Session } from './session.ts'

/** The parts of a session that are shown. */
export interface SessionView {
  readonly publicBaseUrl: string
  readonly now: number
  /** Absent: `identity` is null. */
  readonly identity?: Identity | undefined
  /** False: `devices` is empty. Default: true. */
  readonly devices?: boolean
}

/** Returns a session as the wire shows it. */
export function presentSession(session: Session, view: SessionView): WireSession {
  return {
    id: session.id,
    active: session.active && session.expiresAt > view.now,
    expires_at: timestamp(session.expiresAt),
    authenticated_at: timestamp(session.authenticatedAt),
    authenticator_assurance_level: session.aal,
    authentication_methods: session.methods,
    issued_at: timestamp(session.issuedAt),
    identity: view.identity ? presentIdentity(view.identity, view.publicBaseUrl) : null,
    devices: view.devices === false ? [] : session.devices.map(presentDevice),
  }
}

function presentDevice(device: Session['devices'][number]): WireDevice {
  const { id, ipAddress, userAgent, location } = device
  return { id, ip_address: ipAddress, user_agent: userAgent, location }
}
