/** The session, as far as applications use it. The service sends more. */
export interface Session<Traits = Readonly<Record<string, unknown>>> {
  readonly id: string
  readonly active: boolean
  /** RFC 3339; so are the others. */
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

/** The known state of the session. */
export type SessionState =
  /** The service has not answered yet; a server that does not know a session draws this. */
  | { readonly status: 'loading' }
  | { readonly status: 'signed_in'; readonly session: Session }
  | { readonly status: 'signed_out' }
  /** The account has a second factor, and the service requires it before it reports the identity. */
  | { readonly status: 'second_factor_required' }
  /** The service cannot be reached: neither signed in nor out. */
  | { readonly status: 'unavailable'; readonly reason: string }

/** The name of a person as the built-in schema has it, or the address. */
export function nameOf({ identity }: Pick<Session, 'identity'>): string {
  const { name, email } = identity.traits
  if (typeof name === 'string' && name !== '') return name
  if (typeof name === 'object' && name !== null) {
    const parts = [Reflect.get(name, 'first'), Reflect.get(name, 'last')]
    const full = parts.filter((part) => typeof part === 'string' && part !== '').join(' ')
    if (full !== '') return full
  }
  return typeof email === 'string' ? email : identity.id
}

/** Returns the address of a picture, if the person has one. */
export function pictureOf({ identity }: Pick<Session, 'identity'>): string | undefined {
  const { picture } = identity.traits
  return typeof picture === 'string' && picture.startsWith('https://') ? picture : undefined
}

/** One or two letters of a name. */
export function initialsOf(name: string): string {
  const words = name.split(/[\s@._-]+/).filter((word) => word !== '')
  const [first = '', last = ''] = [words[0], name.includes('@') ? '' : words.slice(1).at(-1)]
  return `${firstOf(first)}${firstOf(last)}`.toLocaleUpperCase()
}

/** Returns the first character, whole even if it takes two code units. */
function firstOf(word: string): string {
  const code = word.codePointAt(0)
  return code === undefined ? '' : String.fromCodePoint(code)
}

/** Parses the session of an answer; undefined if it is none. */
export function parseSession(value: unknown): Session | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { id, active, identity } = value as Readonly<Record<string, unknown>>
  const isSession = typeof id === 'string' && active === true && typeof identity === 'object' && identity !== null
  return isSession ? (value as Session) : undefined
}
