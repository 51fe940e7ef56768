import { presentConfig } from '../../configuration/project-document.server.ts'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import { connectionsOf, isSwitchedOn } from '../../organizations/connections.server.ts'
import type { Organization } from '../../organizations/organization.ts'
import { totalIn } from '../../people/answers.server.ts'

/** A line of the list of organizations. */
export interface OrganizationRow {
  readonly id: string
  readonly label: string
  readonly domains: readonly string[]
  readonly createdAt: string
  /** The number of its people; undefined: counting would take too long. */
  readonly people: number | undefined
  /** Whether its people sign in at a provider of their own; `off`: there is one, and such sign-ins are switched off. */
  readonly sso: 'on' | 'off' | 'none'
}

/** Organizations with their people and connections. */
export async function organizationRows(
  scope: ProjectContext,
  organizations: readonly Organization[],
): Promise<readonly OrganizationRow[]> {
  const { config } = await presentConfig(scope)
  const isOn = isSwitchedOn(config)
  return Promise.all(
    organizations.map(async ({ id, label, domains, created_at: createdAt }) => ({
      id,
      label,
      domains,
      createdAt,
      people: await peopleOf(scope, id),
      sso: connectionsOf(config, id).length === 0 ? ('none' as const) : isOn ? ('on' as const) : ('off' as const),
    })),
  )
}

/** A control plane across a network would be asked once for each of them. */
async function peopleOf(scope: ProjectContext, organization: string): Promise<number | undefined> {
  if (scope.workspace.remoteOrigin !== undefined || !scope.may('listIdentities')) return undefined
  const answer = await scope.admin.listIdentities({ organization_id: organization, order: 'newest', page_size: 1 })
  return answer.kind === 'ok' ? totalIn(answer) : undefined
}
