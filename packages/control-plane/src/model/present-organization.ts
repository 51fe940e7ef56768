import { timestamp } from '../http/answer.ts'
import type { HostedOrganization } from './project-host.ts'
import type { Organization, OrganizationStore } from './organization-store.ts'

/** Returns an organization as a project's document has it: `BasicOrganization`. */
export function presentBasicOrganization({ id, label, domains, defaultRegion, sessionLifespan }: Organization) {
  return {
    id,
    label,
    domains,
    ...(defaultRegion !== undefined && { default_region: defaultRegion }),
    ...(sessionLifespan !== undefined && { session_lifespan: sessionLifespan }),
  }
}

/** An organization on its own: `Organization`. */
export function presentOrganization(organization: Organization) {
  return {
    ...presentBasicOrganization(organization),
    created_at: timestamp(organization.createdAt),
    updated_at: timestamp(organization.updatedAt),
  }
}

/** Reads a project's organizations as its identity service has to know them. */
export async function hostedOrganizations(
  organizations: Pick<OrganizationStore, 'listAll'>,
  projectId: string,
): Promise<readonly HostedOrganization[]> {
  const all = await organizations.listAll(projectId)
  return all.map(({ id, label, domains, sessionLifespan, createdAt, updatedAt }) => {
    return { id, label, domains, sessionLifespan, createdAt, updatedAt }
  })
}
