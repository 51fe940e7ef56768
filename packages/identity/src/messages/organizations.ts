import type { Message } from '@gatehouse/contract/messages'

import type { Organization } from '../organizations/organization.ts'
import { generic } from './validation.ts'

/** Its name as a value of its own, so that pages can say this in other languages. */
const saidOf = (organization: string, reason: string): Message => {
  const said = generic(reason)
  return { ...said, context: { ...said.context, organization } }
}

// The wire has no messages of its own for these.
export const signInThere = ({ label }: Organization): Message =>
  saidOf(label, `People of ${label} sign in through their organization.`)
export const notOfThisOrganization = (): Message =>
  generic('This account does not belong to the organization that you signed in with.')
export const addressOfOrganization = ({ label }: Organization): Message =>
  generic(`This address belongs to ${label}; only its people can use it.`)
export const addressTakenOutside = (): Message =>
  generic('There is an account with this address already, and your organization has no say over it.')
export const askAdministrator = (): Message =>
  generic('There is an account with this address in your organization already. Please ask its administrator.')
