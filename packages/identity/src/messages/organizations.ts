import type { Message } from '@gatehouse/contract/flows'
import type { OrganizationRule } from '@gatehouse/contract/account'

import type { Organization } from '../organizations/organization.ts'
import { generic } from './validation.ts'

// The wire has no messages for these: they are reasons, and their context names the rule, so that pages can translate
// them.
function withReason(rule: OrganizationRule, reason: string, organization?: Organization): Message {
  const said = generic(reason)
  const name = organization && { organization: organization.label }
  return { ...said, context: { ...said.context, organization_rule: rule, ...name } }
}

export const signInThere = (organization: Organization): Message =>
  withReason('sign_in_there', `People of ${organization.label} sign in through their organization.`, organization)
export const notOfThisOrganization = (): Message =>
  withReason('not_of_this', 'This account does not belong to the organization that you signed in with.')
export const addressOfOrganization = (organization: Organization): Message =>
  withReason('address_of', `This address belongs to ${organization.label}; only its people can use it.`, organization)
export const addressTakenOutside = (): Message =>
  withReason(
    'taken_outside',
    'There is an account with this address already, and your organization does not manage it.',
  )
export const askAdministrator = (): Message =>
  withReason(
    'ask_administrator',
    'There is an account with this address in your organization already. Please ask its administrator.',
  )
