/** TABLE: the parts of a person's page; the first one has the address of the person itself. */
export const personTabs = ['profile', 'sign-in', 'sessions', 'activity', 'messages', 'json'] as const

/** One of them. */
export type PersonTab = (typeof personTabs)[number]

/** The address of a part, below the person's own. */
export function tabAddress(person: string, tab: PersonTab): string {
  return tab === 'profile' ? person : `${person}/${tab}`
}
