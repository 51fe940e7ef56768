import type { Identity } from '@gatehouse/contract/identity'

/** Traits that tend to hold what somebody is called, best first. Any schema may name them otherwise. */
const nameTraits: readonly string[] = ['display_name', 'full_name', 'name', 'username', 'email', 'phone']

/** The person's own name, if their traits hold one. */
export function givenName({ traits }: Identity): string | undefined {
  const name = textOf(traits['display_name']) ?? textOf(traits['full_name']) ?? textOf(traits['name'])
  return name ?? textOf(traits['first_name'])
}

/** How to refer to an account: by name, else by an address, else by its id. */
export function personName(identity: Identity): string {
  const byTrait = nameTraits.map((trait) => textOf(identity.traits[trait])).find((text) => text !== undefined)
  return byTrait ?? identity.verifiable_addresses?.[0]?.value ?? identity.id
}

/** A trait as text; `{ first, last }` becomes both words. */
function textOf(trait: unknown): string | undefined {
  if (typeof trait === 'string') return trait.trim() === '' ? undefined : trait
  if (typeof trait !== 'object' || trait === null || Array.isArray(trait)) return undefined
  const words = Object.values(trait).filter((part) => typeof part === 'string' && part.trim() !== '')
  return words.length === 0 ? undefined : words.join(' ')
}
