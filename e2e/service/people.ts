import { randomUUID } from 'node:crypto'

/** Somebody with an account, or about to have one. */
export interface Person {
  readonly email: string
  readonly password: string
}

/** Somebody nobody knows yet: no two tests share a person. */
export function newPerson(name = 'visitor'): Person {
  return { email: `${name}-${randomUUID().slice(0, 8)}@example.org`, password: `Birch-${randomUUID().slice(0, 12)}` }
}
