import type { Identity } from '@gatehouse/contract/identities'

/** Returns the text that has to be typed before an account is deleted: its first address, or else its id. */
export function deletionText({ id, verifiable_addresses: addresses }: Identity): string {
  return addresses?.[0]?.value ?? id
}
