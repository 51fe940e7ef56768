/** TABLE: the tabs of a person's page. */
export const personTabs = ['profile', 'sign-in', 'sessions', 'activity', 'messages', 'json'] as const

/** One of them. */
export type PersonTab = (typeof personTabs)[number]

/** Returns the address of a tab below the person's own, which shows the profile. */
export function tabPath(personAddress: string, tab: PersonTab): string {
  return tab === 'profile' ? personAddress : `${personAddress}/${tab}`
}
