import type { Operator } from '../members/directory.ts'
import type { Invite } from '../model/invite-store.ts'

/** The actions open to the holder of an invitation's token. */
export type InviteValidity =
  /** They may accept it: one of their addresses is the invited one, and is verified. */
  | { readonly kind: 'open' }
  /** One of their addresses is the invited one; it has to be verified first. */
  | { readonly kind: 'unproved_address'; readonly address: string }
  /** None of their addresses is the invited one. */
  | { readonly kind: 'other_address' }
  /** Accepted by another person, cancelled, or unknown. */
  | { readonly kind: 'used' }
  | { readonly kind: 'expired' }

/** Decides by the token's invitation and the account of its holder. Addresses are compared case-insensitively. */
export function validityOf(invite: Invite | undefined, operator: Operator | undefined, now: number): InviteValidity {
  if (invite === undefined || invite.status !== 'pending') return { kind: 'used' }
  if (invite.expiresAt <= now) return { kind: 'expired' }
  const theirs = operator?.addresses.filter(({ value }) => value.toLowerCase() === invite.inviteeEmail) ?? []
  const [first] = theirs
  if (first === undefined) return { kind: 'other_address' }
  return theirs.some(({ verified }) => verified) ? { kind: 'open' } : { kind: 'unproved_address', address: first.value }
}
