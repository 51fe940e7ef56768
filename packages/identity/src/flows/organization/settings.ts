import { mailDomain } from '../../organizations/organization.ts'
import type { Identity } from '../../identities/identity.ts'
import { addressOfOrganization } from '../../messages/organizations.ts'
import { generic } from '../../messages/validation.ts'
import type { Strategies } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import { strategyOf, type Step } from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import type { RequestContext } from '../http/request-context.ts'
import { chosenOrganization } from './choice.ts'

/**
 * Returns the organization of a settings flow: the person's own, else the requested one if one of the person's mail
 * addresses is in its domains.
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

/** Returns the strategies that draw a settings flow; for joining an organization, only its connections. */
export function offeredInSettings(
  { strategies }: Pick<FlowContext, 'strategies'>,
  { details }: Pick<StoredFlow, 'details'>,
  identity: Identity,
): Strategies {
  const { organizationId } = details
  if (organizationId === undefined) return strategies
  if (identity.organizationId !== organizationId) return strategies.filter(({ socialSignIn }) => socialSignIn)
  return strategies.filter(({ settings }) => settings?.isForMembers)
}

/** Rejects a method that the flow does not offer. */
export const requireOfferedMethod: Step = async (context, attempt) => {
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

/** Rejects a change to an address of an organization that the account does not belong to. */
export async function strayChange(
  { memberships }: Pick<FlowContext, 'memberships'>,
  changed: Identity,
  before: Identity,
): Promise<Rejected | undefined> {
  const organization = await memberships.strayAddress(changed, before)
  return organization && { kind: 'rejected', form: [addressOfOrganization(organization)] }
}
