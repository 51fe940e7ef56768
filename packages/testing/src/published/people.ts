import { randomUUID } from 'node:crypto'
import { ask } from './reach.ts'

/** A person to create. Omitted values are generated. */
export interface NewPerson {
  readonly email?: string
  readonly password?: string
  readonly name?: { readonly first: string; readonly last: string }
  /** The organization of which they are a member. */
  readonly organizationId?: string
  /** Further traits of your own schema; these alone, if `schemaId` names another schema than the built-in one. */
  readonly traits?: Readonly<Record<string, unknown>>
  readonly schemaId?: string
}

/** A person who exists, with their sign-in credentials. Their address is verified. */
export interface Person {
  readonly id: string
  readonly email: string
  readonly password: string
  readonly name: { readonly first: string; readonly last: string }
}

/** The admin API that creates people. */
export interface AdminAddress {
  readonly adminUrl: string
  readonly adminKey: string | undefined
}

/**
 * Creates people in the identity service through its admin API. Tests that create their own people do not disturb one
 * another.
 */
export function seed(admin: AdminAddress, people: readonly NewPerson[]): Promise<readonly Person[]> {
  return Promise.all(people.map((person) => add(admin, person)))
}

async function add({ adminUrl, adminKey }: AdminAddress, given: NewPerson): Promise<Person> {
  const own = given.traits?.['email']
  const email = typeof own === 'string' ? own : (given.email ?? `person-${randomUUID().slice(0, 8)}@example.com`)
  const password = given.password ?? randomUUID()
  const name = given.name ?? { first: 'Ada', last: 'Lovelace' }
  const isOwnSchema = given.schemaId !== undefined && given.schemaId !== 'person'
  const created = await ask(
    `${adminUrl}/admin/identities`,
    {
      schema_id: given.schemaId ?? 'person',
      traits: isOwnSchema ? given.traits : { email, name, ...given.traits },
      credentials: { password: { config: { password } } },
      verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
      ...(given.organizationId !== undefined && { organization_id: given.organizationId }),
    },
    adminKey === undefined ? {} : { authorization: `Bearer ${adminKey}` },
  )
  const id: unknown = typeof created === 'object' && created !== null ? Reflect.get(created, 'id') : undefined
  return { id: String(id), email, password, name }
}
