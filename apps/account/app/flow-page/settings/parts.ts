/** The block of the list that a part of the settings is in. */
export type PartBlock = 'profile' | 'first' | 'second' | 'other'

/** TABLE: parts of the settings in the one order they are always in, by the group of their nodes. */
// oxfmt-ignore
export const parts = [
  // After a saved change: `list` closes the part, `part` leaves it open, because there is more in it.
  { group: 'profile',       block: 'profile', icon: 'user',  saved: 'part' },
  { group: 'passkey',       block: 'first',   icon: 'key',   saved: 'part' },
  { group: 'password',      block: 'first',   icon: 'lock',  saved: 'list' },
  { group: 'oidc',          block: 'first',   icon: 'link',  saved: 'part' },
  { group: 'totp',          block: 'second',  icon: 'phone', saved: 'list' },
  { group: 'webauthn',      block: 'second',  icon: 'key',   saved: 'part' },
  { group: 'lookup_secret', block: 'second',  icon: 'codes', saved: 'list' },
] as const

/** The group of a part that these pages know. Texts: namespace `settings`, `{group}.title` and `{group}.intro`. */
export type PartGroup = (typeof parts)[number]['group']

/** Returns the part of a group; undefined if the group has no own texts. */
export function partOf(group: string): (typeof parts)[number] | undefined {
  return parts.find((part) => part.group === group)
}

/** Groups in the order of the table, unknown ones last. */
export function inFixedOrder(groups: readonly string[]): readonly string[] {
  const rank = (group: string) => {
    const at = parts.findIndex((part) => part.group === group)
    return at < 0 ? parts.length : at
  }
  return groups.toSorted((one, other) => rank(one) - rank(other))
}
