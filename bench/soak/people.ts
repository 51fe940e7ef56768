/** A person, by the changes that the service has acknowledged. */
export interface Person {
  readonly email: string
  /** An address of the internet, which the proxy in front tells. */
  readonly address: string
  /** The person's name, or the possible ones if an answer did not come. */
  readonly names: Set<string>
  readonly passwords: Set<string>
  /** Whether the address has been proved: without that no second step can be added. */
  isProved: boolean
  /** Of the authenticator app, if there is one. */
  totp: string | undefined
  /** An answer that would say whether the app counts did not come. */
  isTotpUnknown: boolean
  /** When it was used last: it shows each code for half a minute. Unix milliseconds. */
  totpUsedAt: number
  readonly sessions: Set<Session>
  /** An activity of this person is under way: two at once could not know each other's changes. */
  isBusy: boolean
}

/** A session that was acknowledged, known by its token or its cookie. */
export interface Session {
  readonly id: string
  /** A second step replaces it. */
  token?: string
  readonly cookie?: string
  /** Unix milliseconds. */
  readonly since: number
  lastUsedAt: number
}

/** All people, and the sessions that have ended. */
export interface People {
  readonly all: Person[]
  /** How many accounts there may be: those that were acknowledged, and those whose answer did not come. */
  asked: number
  /** How many calls of the admin API were made. */
  operatorCalls: number
  /** Sessions whose end was acknowledged. */
  readonly ended: Session[]
}

/** Creates a new person. */
export function newPerson(number: number, password: string, isProved: boolean): Person {
  return {
    email: `person-${number}@example.org`,
    address: [81, number >> 16, number >> 8, number].map((byte) => byte & 255).join('.'),
    names: new Set([nameOf(number)]),
    passwords: new Set([password]),
    isProved,
    totp: undefined,
    isTotpUnknown: false,
    totpUsedAt: 0,
    sessions: new Set(),
    isBusy: false,
  }
}

/** Returns the first name of a person. */
export function nameOf(number: number): string {
  return `Person ${number}`
}

/** Returns one of the possible values. */
export function oneOf<T>(values: ReadonlySet<T>): T {
  for (const value of values) return value
  throw new Error('something has a value')
}
