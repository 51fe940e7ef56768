import type { OrganizationStore } from './organization.ts'

/** How long the sessions of an organization live where it says so, in milliseconds. */
export function sessionLifespanMs(organizations: OrganizationStore, id: string | undefined): number | undefined {
  return id === undefined ? undefined : organizations.find(id)?.sessionLifespanMs
}
