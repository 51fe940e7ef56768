import type { Organization } from '../../organizations/organization.ts'
import type { FlowContext } from '../flow-context.ts'
import { parameter } from '../http/query.ts'
import type { RequestContext } from '../http/request-context.ts'

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/

/**
 * Returns the organization that a flow is requested for (`?organization=ID`). An unknown one, or one without a
 * connection, counts as none: old links open the ordinary form.
 */
export async function chosenOrganization(
  { memberships }: Pick<FlowContext, 'memberships'>,
  request: RequestContext,
): Promise<Organization | undefined> {
  const id = parameter(request, 'organization')?.toLowerCase()
  return id !== undefined && uuid.test(id) ? memberships.active(id) : undefined
}
