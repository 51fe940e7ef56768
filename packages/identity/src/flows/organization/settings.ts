import { mailDomain } from '../../organizations/organization.ts'
import type { Identity } from '../../identities/identity.ts'
import { addressOfOrganization } from '../../messages/organizations.ts'
import { generic } from '../../messages/validation.ts'
import type { Strategies } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { RejectNeeds, OpenNeeds } from '../needs.ts'
import type { StoredFlow } from '../model/flow.ts'
import { strategyOf, type Step } from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import type { RequestContext } from '../http/request-context.ts'
import { chosenOrganization } from './choice.ts'

/**
 * The organization a settings flow is about: the person's own, else the one that was asked for, if one of the person's
 * mail addresses is in its domains.
 */
export async function settingsOrganization(
  context: Pick<FlowContext, 'memberships'>,
  request: RequestContext,
  identity: Identity,
): Promise<string | undefined> {
  const own = await context.memberships.active(identity.organizationId)
  if (own) return own.id
  const chosen = await chosenOrganization(context, request)
  const belongs = identity.verifiableAddresses.some(({ value }) => chosen?.domains.includes(mailDomain(value) ?? ''))
  return belongs ? chosen?.id : undefined
}

/** The strategies that draw a settings flow. Who only wants to join an organization is offered nothing else. */
export function offeredInSettings(
  { strategies }: Pick<FlowContext, 'strategies'>,
  { details }: Pick<StoredFlow, 'details'>,
  identity: Identity,
): Strategies {
  const { organizationId } = details
  if (organizationId === undefined) return strategies
  if (identity.organizationId !== organizationId) return strategies.filter(({ linking }) => linking)
  return strategies.filter(({ settings }) => settings?.isForMembers)
}

/** A method that the flow does not offer. */
export const requireOfferedMethod: Step<RejectNeeds & OpenNeeds & Pick<FlowContext, 'memberships'>> = async (
  context,
  attempt,
) => {
  const { flow, signedIn } = attempt
  if (!signedIn) return undefined
  const { id } = strategyOf(attempt)
  // The person may have become a member while the form was open.
  const organizationId =
    flow.details.organizationId ?? (await context.memberships.active(signedIn.identity.organizationId))?.id
  const details = { ...flow.details, ...(organizationId !== undefined && { organizationId }) }
  const offered = offeredInSettings(context, { details }, signedIn.identity)
  if (offered.some((strategy) => strategy.id === id)) return undefined
  const reason = 'Your organization decides how you sign in, so this cannot be changed here.'
  return reject(context, flow, { kind: 'rejected', form: [generic(reason)] })
}

/** No account takes an address of an organization that it does not belong to. */
export async function strayChange(
  { memberships }: Pick<FlowContext, 'memberships'>,
  changed: Identity,
  before: Identity,
): Promise<Rejected | undefined> {
  const organization = await memberships.strayAddress(changed, before)
  return organization && { kind: 'rejected', form: [addressOfOrganization(organization)] }
}
