import { randomInt, randomUUID } from 'node:crypto'

/** A person with an account, or about to have one. */
export interface Person {
  readonly email: string
  readonly password: string
  /** In E.164, for a person with a phone number. */
  readonly phone?: string
}

/** Returns a new person without an account: no two tests share a person. */
export function newPerson(name = 'visitor'): Person {
  return { email: `${name}-${randomUUID().slice(0, 8)}@example.org`, password: `Birch-${randomUUID().slice(0, 12)}` }
}

/** Returns the person with a phone number. */
export function withPhone(person: Person): Person & { readonly phone: string } {
  return { ...person, phone: `+4915123${randomInt(100_000, 1_000_000)}` }
}
