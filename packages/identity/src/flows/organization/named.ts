import type { Organization } from '../../organizations/organization.ts'
import type { FlowDetails } from '../model/flow.ts'

type OfOrganization = Pick<FlowDetails, 'organizationId' | 'organizationLabel'>

/** What a flow keeps of the organization it is for; nothing of none. */
export function forOrganization(organization: Organization | undefined): OfOrganization {
  return organization ? { organizationId: organization.id, organizationLabel: organization.label } : {}
}

/** The same organization, for a flow that takes over from another. */
export function sameOrganization({ organizationId, organizationLabel }: FlowDetails): OfOrganization {
  return {
    ...(organizationId !== undefined && { organizationId }),
    ...(organizationLabel !== undefined && { organizationLabel }),
  }
}

/**
 * The flow's `organization_id`, and beside it what the organization is called. The wire has no name for it: pages would
 * not know whose sign-in they draw.
 */
export function presentOrganization({ organizationId, organizationLabel }: FlowDetails): Record<string, unknown> {
  return {
    organization_id: organizationId ?? null,
    ...(organizationLabel !== undefined && { organization: { label: organizationLabel } }),
  }
}
