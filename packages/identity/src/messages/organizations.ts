import type { Message } from '@gatehouse/contract/messages'
import type { OrganizationRule } from '@gatehouse/contract/organization-rule'

import type { Organization } from '../organizations/organization.ts'
import { generic } from './validation.ts'

// The wire has no messages of its own for these: they are reasons, and say beside it which one, so that pages can tell
// them in other languages.
function because(rule: OrganizationRule, reason: string, organization?: Organization): Message {
  const said = generic(reason)
  const name = organization && { organization: organization.label }
  return { ...said, context: { ...said.context, organization_rule: rule, ...name } }
}

export const signInThere = (organization: Organization): Message =>
  because('sign_in_there', `People of ${organization.label} sign in through their organization.`, organization)
export const notOfThisOrganization = (): Message =>
  because('not_of_this', 'This account does not belong to the organization that you signed in with.')
export const addressOfOrganization = (organization: Organization): Message =>
  because('address_of', `This address belongs to ${organization.label}; only its people can use it.`, organization)
export const addressTakenOutside = (): Message =>
  because('taken_outside', 'There is an account with this address already, and your organization has no say over it.')
export const askAdministrator = (): Message =>
  because(
    'ask_administrator',
    'There is an account with this address in your organization already. Please ask its administrator.',
  )
