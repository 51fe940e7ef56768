import type { FlowType, Message, UiNode } from '@gatehouse/contract/flows'
import { loginIdentifierLabel } from '../../identities/identifier-label.ts'
import type { Identity } from '../../identities/identity.ts'
import { confirmItIsYou, secondFactorNeeded } from '../../messages/login.ts'
import { findField, putNodes } from '../../nodes/change.ts'
import { csrfNode, inputNode } from '../../nodes/node.ts'
import { sortNodes } from '../../nodes/sort.ts'
import type { FlowContext } from '../flow-context.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { FlowDetails, StoredFlow } from '../model/flow.ts'
import { newFlow } from '../model/new-flow.ts'
import { advance, loginTransitions, type LoginEvent } from '../model/transitions.ts'
import type { MethodNames } from '../ports/method-names.ts'
import type { LoginForm, Strategies } from '../ports/strategy.ts'
import { flowSchema, nodeOrder } from '../presentation/node-order.ts'
import { applyNextForm } from '../steps/reject.ts'

/** The input for a new sign-in flow. */
export interface LoginFlowInput {
  readonly type: FlowType
  readonly requestUrl: string
  readonly returnTo: string | undefined
  readonly secret: CsrfSecret | undefined
  readonly aal: 'aal1' | 'aal2'
  readonly refresh: boolean
  /** The signed-in account, for refresh and second factor. */
  readonly identity: Identity | undefined
  /** Second factor by code: only this address. */
  readonly via?: string
  readonly now: number
  /** The network of the request, as the limits count it. */
  readonly network: string | undefined
  /** Messages to show in place of the flow's own. */
  readonly messages?: readonly Message[]
  readonly details?: FlowDetails
  /** The sign-in links an account at this provider to the account with this identifier. */
  readonly linking?: {
    readonly provider: string
    readonly identifier: string
    /** That account, if the form may show its methods. */
    readonly owner: Identity | undefined
  }
}

/** Draws and stores a new sign-in flow. */
export async function openLogin(context: FlowContext, input: LoginFlowInput): Promise<StoredFlow> {
  const { aal, refresh, identity, linking } = input
  const details: FlowDetails = { ...input.details, refresh, requestedAal: aal }
  const form = loginForm(context, input, details)
  const bare = newFlow(context, {
    ...input,
    kind: 'login',
    state: 'choose_method',
    ...(linking && { active: context.methodNames.oidc }),
    nodes: [],
    messages: input.messages ?? (refresh ? [confirmItIsYou()] : aal === 'aal2' ? [secondFactorNeeded()] : []),
    ...(identity && { identityId: identity.id }),
    details,
  })
  const drawn = drawLogin(context.strategies, form)
  // When linking, the account is known already: its identifier is prefilled and hidden, and the person only authenticates.
  const filled =
    linking && findField(drawn, 'identifier')
      ? putNodes(drawn, [hiddenIdentifier(drawn, linking.identifier, context.methodNames)])
      : drawn
  const nodes = sortNodes(filled, (await nodeOrder(context, bare)) ?? unordered)
  const start = aal === 'aal2' && !refresh ? startOfOnlyMethod(context.strategies, form, bare, input.now) : undefined
  // A new flow needs no durable write. If its first step sends a message, that write is durable itself.
  return context.transactions.write(async () => {
    // Opening a page repeatedly must not send a message each time.
    const taken = start?.sends && (await context.messageLimits.take(start.sends.to, input.network, input.now))
    const flow = start && taken?.kind !== 'refused' ? applyNextForm(bare, start, followLogin) : { ...bare, nodes }
    await context.flows.insert(flow)
    if (taken?.kind === 'granted') await start?.sends?.write(taken.allowance)
    return flow
  })
}

/** Returns the flow with the form of a visitor without an account, and with these messages. It is not stored. */
export async function withBlankForm(
  context: FlowContext,
  flow: StoredFlow,
  messages: readonly Message[],
): Promise<StoredFlow> {
  const { type, details } = flow
  const aal = details.requestedAal === 'aal2' ? 'aal2' : 'aal1'
  const form = loginForm(context, { type, aal, refresh: false, identity: undefined }, details)
  const nodes = sortNodes(drawLogin(context.strategies, form), (await nodeOrder(context, flow)) ?? unordered)
  return { ...flow, state: 'choose_method', active: undefined, nodes, messages }
}

const unordered = { groups: [], keys: [] } as const

function loginForm(
  context: Pick<FlowContext, 'methodNames' | 'schemas' | 'strategies'>,
  input: Pick<LoginFlowInput, 'aal' | 'identity' | 'linking' | 'refresh' | 'type' | 'via'>,
  details: FlowDetails,
): LoginForm {
  const { type, aal, refresh, linking, via } = input
  const identity = input.identity ?? linking?.owner
  const inScreens = context.strategies.some(({ id }) => id === context.methodNames.identifierFirst)
  return {
    type,
    aal,
    refresh,
    screen: inScreens && aal === 'aal1' && !refresh && !linking ? 'identifier' : 'unified',
    identifierLabel: loginIdentifierLabel(flowSchema(context.schemas, { details })),
    ...(identity && { identity }),
    ...(via !== undefined && { via }),
    ...(linking && { linking: linking.provider }),
    ...(details.organizationId !== undefined && { organizationId: details.organizationId }),
  }
}

/** Returns the identifier as a hidden field with its label, so that the page can show who signs in. */
export function hiddenIdentifier(
  nodes: readonly UiNode[],
  identifier: string,
  { identifierFirst }: MethodNames,
): UiNode {
  const present = findField(nodes, 'identifier') ?? inputNode(identifierFirst, 'identifier', 'hidden')
  return { ...present, attributes: { ...present.attributes, type: 'hidden', value: identifier }, messages: [] }
}

/** Draws the fields of every method, each field once. */
export function drawLogin(strategies: Strategies, form: LoginForm): readonly UiNode[] {
  const start: readonly UiNode[] = [csrfNode()]
  return offeredTo(strategies, form.organizationId).reduce(
    (nodes, { login }) => putNodes(nodes, login?.nodes(form) ?? []),
    start,
  )
}

/** Returns the strategies of a form. An organization's people sign in through its connections alone. */
export function offeredTo(strategies: Strategies, organizationId: string | undefined): Strategies {
  return organizationId === undefined ? strategies : strategies.filter(({ socialSignIn }) => socialSignIn)
}

/** Returns the first step of the only method, if the person has just one and it can start without a choice. */
function startOfOnlyMethod(strategies: Strategies, form: LoginForm, flow: StoredFlow, now: number) {
  const offered = strategies.filter(({ login }) => login !== undefined && login.nodes(form).length > 0)
  return offered.length === 1 ? offered[0]?.login?.start?.(form, flow, now) : undefined
}

/** Returns the state after an event. Throws if the table has no such transition. */
export const followLogin = (from: string, event: LoginEvent): string => advance(loginTransitions, from, event)
