import type { Message } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { Traits } from '../../identities/identity.ts'
import type { Organization } from '../../organizations/organization.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Outcome } from '../model/outcome.ts'
import { showNextForm } from '../steps/reject.ts'
import { forOrganization } from './named.ts'
import { drawRegistration, followRegistration } from '../registration/form.ts'

/** Continues the sign-up with the connections of an organization only. */
export async function redirectSignUp(
  context: FlowContext,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  organization: Organization,
  { traits, messages }: { readonly traits: Traits; readonly messages: readonly Message[] },
): Promise<Outcome> {
  const details = { ...flow.details, ...forOrganization(organization) }
  const nodes = await drawRegistration(context, { ...flow, details }, 'credentials', traits)
  const step = {
    kind: 'ask',
    event: 'screen_changed',
    active: context.methodNames.oidc,
    nodes,
    messages,
    details,
  } as const
  return showNextForm(context, { flow, request }, step, followRegistration)
}
