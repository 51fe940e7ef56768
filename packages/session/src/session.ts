/** The session, as far as applications use it. The service sends more. */
export interface Session<Traits = Readonly<Record<string, unknown>>> {
  readonly id: string
  readonly active: boolean
  readonly expires_at: string
  /** When this person last proved to be there. */
  readonly authenticated_at: string
  /** `aal2`: with two factors. */
  readonly authenticator_assurance_level: 'aal1' | 'aal2'
  readonly identity: {
    readonly id: string
    readonly traits: Traits
    readonly organization_id?: string | null
    readonly metadata_public?: unknown
  }
}

/** The result of reading a session. */
export type SessionResult<Traits = Readonly<Record<string, unknown>>> =
  | {
      readonly kind: 'signed_in'
      readonly session: Session<Traits>
      /** Milliseconds that the service's clock is ahead of this server's, by the `Date` of its answer; absent: none. */
      readonly aheadMs?: number
    }
  | { readonly kind: 'signed_out' }
  /** The account has a second factor, and the service requires it before it reports the identity. */
  | { readonly kind: 'second_factor_required' }
  /** The session could not be read: answer 503, and treat the person neither as signed in nor as signed out. */
  | { readonly kind: 'unavailable'; readonly reason: string }

/** The name of a person as the built-in schema has it, or the address. */
export function nameOf({ identity }: Pick<Session, 'identity'>): string {
  const { name, email } = identity.traits
  if (typeof name === 'string' && name !== '') return name
  if (typeof name === 'object' && name !== null) {
    const { first, last } = name as Readonly<Record<string, unknown>>
    const full = [first, last].filter((part) => typeof part === 'string' && part !== '').join(' ')
    if (full !== '') return full
  }
  return typeof email === 'string' ? email : identity.id
}

/** Parses the session of an answer; undefined if it is none. */
export function parseSession(value: unknown): Session | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, active, identity } = value as Readonly<Record<string, unknown>>
  const isSession = typeof id === 'string' && active === true && typeof identity === 'object' && identity !== null
  return isSession ? (value as Session) : undefined
}
