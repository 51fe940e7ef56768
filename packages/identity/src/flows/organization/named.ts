import type { Organization } from '../../organizations/organization.ts'
import type { FlowDetails } from '../model/flow.ts'

type OfOrganization = Pick<FlowDetails, 'organizationId' | 'organizationLabel'>

/** Returns the details of a flow's organization; empty without one. */
export function forOrganization(organization: Organization | undefined): OfOrganization {
  return organization ? { organizationId: organization.id, organizationLabel: organization.label } : {}
}

/** Returns the same organization, for a flow that takes over from another. */
export function sameOrganization({ organizationId, organizationLabel }: FlowDetails): OfOrganization {
  return {
    ...(organizationId !== undefined && { organizationId }),
    ...(organizationLabel !== undefined && { organizationLabel }),
  }
}

/**
 * Returns the flow's `organization_id` and the organization's name. The name is an addition to the wire: without it the
 * pages could not name the organization.
 */
export function presentOrganization({ organizationId, organizationLabel }: FlowDetails): Record<string, unknown> {
  return {
    organization_id: organizationId ?? null,
    ...(organizationLabel !== undefined && { organization: { label: organizationLabel } }),
  }
}
