import { isInputNode, type Flow } from '@gatehouse/contract/flows'

/**
 * Returns the name of the organization of a sign-in or sign-up; undefined if it is for none. If a service sends only
 * its id, the name of its connection is used, provided that it has just one.
 */
export function organizationName(flow: Flow): string | undefined {
  if (!isOfOrganization(flow)) return undefined
  const label = flow.organization?.label
  if (label !== undefined && label !== flow.organization_id) return label
  const [connection, ...others] = connectionsOf(flow)
  const name = connection?.meta.label?.context?.['provider']
  return others.length === 0 && typeof name === 'string' ? name : undefined
}

/** Whether the address asks for an organization (`?organization=ID`), and there is no way to sign in at it. */
export function lacksOrganization(flow: Flow, url: URL): boolean {
  const isFirstStep = !('refresh' in flow) || (!flow.refresh && flow.requested_aal === 'aal1')
  if (!('organization_id' in flow) || !isFirstStep) return false
  if (isOfOrganization(flow)) return connectionsOf(flow).length === 0
  return url.searchParams.has('organization')
}

function isOfOrganization(flow: Flow): flow is Extract<Flow, { readonly organization_id: string | null }> {
  return 'organization_id' in flow && typeof flow.organization_id === 'string'
}

function connectionsOf({ ui }: Flow) {
  return ui.nodes.filter(isInputNode).filter(({ attributes }) => attributes.name === 'provider')
}
