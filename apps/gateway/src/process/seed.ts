import { readFile } from 'node:fs/promises'
import type { AdminClient } from '@gatehouse/client/admin-client'
import { parse } from 'yaml'
import { z } from 'zod'

const person = z.object({
  /** The id of the identity, the same everywhere: the embedded service accepts ids of imported people, as these are. */
  id: z.uuid(),
  /** Distinguishes seeded people from others, also those who were seeded before their ids were fixed. */
  external_id: z.string().min(1),
  email: z.email(),
  password: z.string().min(8),
  name: z.object({ first: z.string(), last: z.string() }),
})
const seedFile = z.object({ people: z.array(person) })

/** A person who exists from the first start in development mode, the same in every installation. */
export type SeededPerson = z.infer<typeof person>

/** The result of seeding. */
export type SeedOutcome =
  | { readonly kind: 'seeded'; readonly people: readonly SeededPerson[] }
  | { readonly kind: 'left alone'; readonly why: string }

/** Reads the people of a seed file. */
export async function readSeed(path: string): Promise<readonly SeededPerson[]> {
  return seedFile.parse(parse(await readFile(path, 'utf8'), { merge: true })).people
}

/**
 * Seeds a service without people, or completes an earlier attempt that was interrupted. A service with any other person
 * in it is not changed.
 */
export async function seed(admin: AdminClient, people: readonly SeededPerson[]): Promise<SeedOutcome> {
  const listed = await admin.listIdentities({ page_size: people.length + 1 })
  if (listed.kind !== 'ok') return { kind: 'left alone', why: 'the identities could not be listed' }
  const present = new Set(listed.body.map(({ external_id }) => external_id))
  const known = new Set(people.map(({ external_id }) => external_id))
  if ([...present].some((id) => id === undefined || !known.has(id)))
    return { kind: 'left alone', why: 'there are people already' }
  for (const one of people) {
    if (present.has(one.external_id)) continue
    const created = await admin.createIdentity(identityOf(one))
    if (created.kind !== 'ok') return { kind: 'left alone', why: `${one.email} could not be created` }
  }
  return { kind: 'seeded', people }
}

function identityOf({ id, external_id, email, password, name }: SeededPerson) {
  return {
    id,
    external_id,
    schema_id: 'person',
    traits: { email, name },
    credentials: { password: { config: { password } } },
    verifiable_addresses: [{ value: email, via: 'email', verified: true, status: 'completed' }],
  }
}
