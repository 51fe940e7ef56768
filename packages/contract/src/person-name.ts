import type { Identity } from './identity.ts'

/** What a name is made of. */
export interface NamedIdentity extends Pick<Identity, 'id' | 'traits'> {
  readonly verifiable_addresses?: readonly { readonly value: string }[]
}

/** Traits that tend to hold what somebody is called, best first. Any schema may name them otherwise. */
const nameTraits: readonly string[] = ['display_name', 'full_name', 'name', 'username', 'email', 'phone']

/** The person's own name, if their traits hold one. */
export function givenName({ traits }: Identity): string | undefined {
  const name = textOf(traits['display_name']) ?? textOf(traits['full_name']) ?? textOf(traits['name'])
  return name ?? textOf(traits['first_name'])
}

/** How to refer to an account: by name, else by an address, else by its id. */
export function personName(identity: NamedIdentity): string {
  const byTrait = nameTraits.map((trait) => textOf(identity.traits[trait])).find((text) => text !== undefined)
  return byTrait ?? identity.verifiable_addresses?.[0]?.value ?? identity.id
}

/** Words of a name in the order of most languages that write them apart. */
const nameWords: readonly (readonly string[])[] = [
  ['first', 'first_name', 'given', 'given_name'],
  ['last', 'last_name', 'family', 'family_name'],
]

/** A trait as text; `{ first, last }` becomes both words, whatever order the service keeps them in. */
function textOf(trait: unknown): string | undefined {
  if (typeof trait === 'string') return trait.trim() === '' ? undefined : trait.trim()
  if (typeof trait !== 'object' || trait === null || Array.isArray(trait)) return undefined
  const parts = new Map(Object.entries(trait))
  const words = nameWords.flatMap((names) => names.flatMap((name) => textOf(parts.get(name)) ?? []).slice(0, 1))
  return words.length === 0 ? undefined : words.join(' ')
}
