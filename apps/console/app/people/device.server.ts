import type { Session } from '@gatehouse/contract/identities'
import Bowser from 'bowser'

/** A session as operators see it: where, when and how. */
export interface SeenSession {
  readonly id: string
  readonly active: boolean
  readonly browser: string | undefined
  readonly system: string | undefined
  readonly address: string | undefined
  readonly location: string | undefined
  readonly signedInAt: string
  readonly expiresAt: string
  readonly level: string
  readonly methods: readonly string[]
}

/** Reads the last device and the methods of a session. */
export function seenSession(session: Session): SeenSession {
  const device = session.devices?.at(-1)
  const { browser, os } = Bowser.parse(device?.user_agent || 'unknown')
  return {
    id: session.id,
    active: session.active,
    browser: browser.name === '' ? undefined : browser.name,
    system: os.name,
    address: device?.ip_address || undefined,
    location: device?.location || undefined,
    signedInAt: session.authenticated_at,
    expiresAt: session.expires_at,
    level: session.authenticator_assurance_level,
    methods: [...new Set((session.authentication_methods ?? []).map(({ method }) => method))],
  }
}
