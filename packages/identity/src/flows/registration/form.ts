import type { FlowType, Message, UiNode } from '@gatehouse/contract/flows'
import type { Traits } from '../../identities/identity.ts'
import type { IdentitySchema } from '../../identities/schema.ts'
import { traitNodes } from '../../identities/trait-nodes.ts'
import { hidden, putNodes } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import { sortNodes } from '../../nodes/sort.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { offeredTo } from '../login/form.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'
import { newFlow } from '../model/new-flow.ts'
import { advance, registrationTransitions, type RegistrationEvent } from '../model/transitions.ts'
import type { RegistrationForm } from '../ports/strategy.ts'
import { flowSchema, nodeOrder } from '../presentation/node-order.ts'

/** The input for a new sign-up flow. */
export interface RegistrationRequest {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly details: FlowDetails
  readonly now: number
  readonly messages?: readonly Message[]
}

/** Draws and stores a new sign-up flow. */
export async function openRegistration(context: FlowContext, request: RegistrationRequest): Promise<StoredFlow> {
  const { style } = context.config.selfservice.flows.registration
  const bare = newFlow(context, { ...request, kind: 'registration', state: 'choose_method', nodes: [] })
  const screen = style === 'profile_first' ? 'profile' : 'unified'
  const flow = { ...bare, nodes: await drawRegistration(context, bare, screen, {}) }
  await context.flows.insert(flow)
  return flow
}

/** Draws the fields of a screen. The second one has the traits as hidden fields. */
export async function drawRegistration(
  context: Pick<FlowContext, 'identities' | 'methodNames' | 'schemas' | 'strategies'>,
  flow: StoredFlow,
  screen: RegistrationForm['screen'],
  traits: Traits,
): Promise<readonly UiNode[]> {
  const schema = flowSchema(context.schemas, flow)
  const fields = registrationTraitNodes(schema, traits)
  const { organizationId } = flow.details
  const form = { type: flow.type, screen, schema, ...(organizationId !== undefined && { organizationId }) }
  const offers = offeredTo(context.strategies, organizationId).flatMap(
    ({ registration }) => registration?.nodes(form) ?? [],
  )
  const nodes = putNodes([csrfNode(), ...(screen === 'credentials' ? hidden(fields) : fields)], offers)
  const order = await nodeOrder(context, flow)
  return order ? sortNodes(nodes, order) : nodes
}

/** Returns the filled fields of the traits. */
export function registrationTraitNodes(schema: IdentitySchema, traits: Traits): readonly UiNode[] {
  return traitNodes(schema, { group: 'default', traits })
}

/** Returns the state after an event. Throws if the table has no such transition. */
export const followRegistration = (from: string, event: RegistrationEvent): string =>
  advance(registrationTransitions, from, event)
