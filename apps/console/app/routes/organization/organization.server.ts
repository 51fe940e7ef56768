import { presentConfig } from '../../configuration/project-document.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import {
  asksForAddressFirst,
  connectionsOf,
  isSwitchedOn,
  redirectUri,
  signInAddress,
} from '../../organizations/connections.server.ts'
import { organizationValues } from '../../organizations/submitted.server.ts'

/** Everything that the page of an organization shows. */
export async function readOrganization(scope: ProjectContext, id: string) {
  const { origin = '' } = scope.project
  const [{ organization }, { config }, links] = await Promise.all([
    scope.load('getOrganization', { params: { organization_id: id } }),
    presentConfig(scope),
    linksOf(scope, id),
  ])
  return {
    organization,
    before: JSON.stringify(organizationValues(organization)),
    connections: connectionsOf(config, organization.id).map((connection) => ({
      ...connection,
      redirectUri: redirectUri(config, origin, organization.id, connection.id),
    })),
    isSwitchedOn: isSwitchedOn(config),
    asksForAddressFirst: asksForAddressFirst(config),
    signInAddress: signInAddress(origin, organization.id),
    links,
  }
}

/** The links without their secret values; undefined: the operator may not see any. */
async function linksOf(scope: ProjectContext, id: string) {
  if (!scope.may('getOrganizationOnboardingPortalLinks')) return undefined
  const { links } = await scope.load('getOrganizationOnboardingPortalLinks', {
    params: { organization_id: id },
    query: { redacted: 'true' },
  })
  const now = Date.now()
  return links.map(({ id, created_at: createdAt, expires_at: expiresAt }) => ({
    id,
    createdAt,
    expiresAt,
    isOpen: Date.parse(expiresAt) > now,
  }))
}
