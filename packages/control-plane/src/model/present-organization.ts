import { timestamp } from '../http/answer.ts'
import type { HostedOrganization } from './project-host.ts'
import type { Organization } from './organization-store.ts'

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

/** An organization as a project's identity service has to know it. */
export function hostedOrganization(organization: Organization): HostedOrganization {
  const { id, label, domains, sessionLifespan, createdAt, updatedAt } = organization
  return { id, label, domains, sessionLifespan, createdAt, updatedAt }
}
