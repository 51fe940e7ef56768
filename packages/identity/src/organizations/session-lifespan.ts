import type { OrganizationStore } from './organization.ts'

/** How long the sessions of an organization live where it says so, in milliseconds. */
export async function sessionLifespanMs(
  organizations: OrganizationStore,
  id: string | undefined,
): Promise<number | undefined> {
  return id === undefined ? undefined : (await organizations.find(id))?.sessionLifespanMs
}
