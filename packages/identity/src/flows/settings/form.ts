import type { FlowType, Message, UiNode } from '@gatehouse/contract/flows'

import type { Identity } from '../../identities/identity.ts'
import { putNodes } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import { sortNodes } from '../../nodes/sort.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from '../model/flow.ts'
import { newFlow } from '../model/new-flow.ts'
import { offeredInSettings } from '../organization/settings.ts'
import type { PendingAddressChange } from '../ports/pending-address-changes.ts'
import { nodeOrder } from '../presentation/node-order.ts'
import { unprovedOf } from './await-address.ts'
import { withPendingTraits } from './hold-back.ts'

/** The input for a new settings flow. */
export interface SettingsRequest {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly identity: Identity
  readonly organizationId?: string | undefined
  readonly now: number
  readonly messages?: readonly Message[]
}

/** Draws and stores a new settings flow. */
export async function openSettings(context: FlowContext, request: SettingsRequest): Promise<StoredFlow> {
  const { identity, organizationId } = request
  const bare = newFlow(context, {
    ...request,
    kind: 'settings',
    state: 'show_form',
    nodes: [],
    identityId: identity.id,
    ...(organizationId !== undefined && { details: { organizationId } }),
  })
  const flow = { ...bare, nodes: await drawSettings(context, bare, identity, request.now) }
  await context.flows.insert(flow)
  return flow
}

/** Draws the forms of every method, with the person's present data. */
export async function drawSettings(
  context: Pick<
    FlowContext,
    'config' | 'identities' | 'methodNames' | 'pendingAddressChanges' | 'schemas' | 'strategies'
  >,
  flow: StoredFlow,
  identity: Identity,
  now: number,
): Promise<readonly UiNode[]> {
  const { organizationId } = flow.details
  const waiting = (await waitingChanges(context, identity, now)).map((change) => ({
    id: change.id,
    addresses: unprovedOf(change).map(({ value }) => value),
  }))
  const form = { type: flow.type, identity, waiting, ...(organizationId !== undefined && { organizationId }) }
  const offers = offeredInSettings(context, flow, identity).flatMap(({ settings }) => settings?.nodes(form) ?? [])
  const nodes = putNodes([csrfNode()], offers)
  const order = await nodeOrder(context, flow, identity)
  return order ? sortNodes(nodes, order) : nodes
}

/**
 * Returns the changes of an account that still wait for a proof. A change is dropped if its traits have been changed
 * since, for example by an administrator.
 */
export async function waitingChanges(
  { pendingAddressChanges }: Pick<FlowContext, 'pendingAddressChanges'>,
  identity: Identity,
  now: number,
): Promise<readonly PendingAddressChange[]> {
  return (await pendingAddressChanges.ofIdentity(identity.id, now)).filter(
    ({ traits }) => withPendingTraits(identity.traits, traits) !== undefined,
  )
}
