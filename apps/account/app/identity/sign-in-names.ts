import type { Identity } from '@gatehouse/contract/identities'

/** Returns every possible sign-in name of a person: any text among the traits can be one, under any name. */
export function signInNames({ traits, verifiable_addresses, recovery_addresses }: Identity): readonly string[] {
  const addresses = [...(verifiable_addresses ?? []), ...(recovery_addresses ?? [])].map(({ value }) => value)
  return [...new Set([...addresses, ...textsIn(traits)])]
}

/** Returns every text of the traits that is not empty, however deep. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return value === '' ? [] : [value]
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}
