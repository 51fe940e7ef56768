import type { OrganizationStore } from './organization.ts'

/** Returns the lifespan of an organization's sessions if it sets one, in milliseconds. */
export async function sessionLifespanMs(
  organizations: OrganizationStore,
  id: string | undefined,
): Promise<number | undefined> {
  return id === undefined ? undefined : (await organizations.find(id))?.sessionLifespanMs
}
