import type { Session } from '@gatehouse/contract/identities'
import Bowser from 'bowser'

/** A session as pages show it. */
export interface SessionView {
  readonly id: string
  readonly active: boolean
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly ipAddress: string | undefined
  readonly location: string | undefined
  /** An ISO 8601 instant. */
  readonly signedInAt: string
  /** An ISO 8601 instant. */
  readonly expiresAt: string
  /** `aal1` or `aal2`. */
  readonly level: string
  readonly methods: readonly string[]
}

/** Returns what pages show of a session, with the device that used it last. */
export function sessionView(session: Session): SessionView {
  const device = session.devices?.at(-1)
  const { browser, os } = Bowser.parse(device?.user_agent || 'unknown')
  return {
    id: session.id,
    active: session.active,
    browser: browser.name === '' ? undefined : browser.name,
    system: os.name,
    ipAddress: device?.ip_address || undefined,
    location: device?.location || undefined,
    signedInAt: session.authenticated_at,
    expiresAt: session.expires_at,
    level: session.authenticator_assurance_level,
    methods: [...new Set((session.authentication_methods ?? []).map(({ method }) => method))],
  }
}
