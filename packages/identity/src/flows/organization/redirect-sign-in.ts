import type { Message } from '@gatehouse/contract/flows'

import { loginIdentifierLabel } from '../../identities/identifier-label.ts'
import { csrfNode } from '../../nodes/node.ts'
import type { Organization } from '../../organizations/organization.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import { drawLogin, followLogin, hiddenIdentifier } from '../login/form.ts'
import { flowSchema } from '../presentation/node-order.ts'
import type { Outcome } from '../model/outcome.ts'
import { showNextForm } from '../steps/reject.ts'
import { forOrganization } from './named.ts'

/** The identifier entered so far, and the messages of the form. */
export interface RedirectOptions {
  readonly identifier?: string
  readonly messages?: readonly Message[]
}

/** Continues the sign-in with the connections of an organization only. */
export async function redirectSignIn(
  context: FlowContext,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  organization: Organization,
  { identifier, messages = [] }: RedirectOptions,
): Promise<Outcome> {
  const { methodNames } = context
  const drawn = drawLogin(context.strategies, {
    type: flow.type,
    aal: 'aal1',
    screen: 'credentials',
    refresh: flow.details.refresh ?? false,
    identifierLabel: loginIdentifierLabel(flowSchema(context.schemas, flow)),
    organizationId: organization.id,
  })
  const nodes = identifier === undefined ? drawn : [hiddenIdentifier(flow.nodes, identifier, methodNames), ...drawn]
  return showNextForm(
    context,
    { flow, request },
    {
      kind: 'ask',
      event: 'method_chosen',
      active: identifier === undefined ? methodNames.oidc : methodNames.identifierFirst,
      nodes: nodes.length > 0 ? nodes : [csrfNode()],
      messages,
      details: forOrganization(organization),
    },
    followLogin,
  )
}
