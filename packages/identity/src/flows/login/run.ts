import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { loginIdentifierLabel } from '../../identities/identifier-label.ts'
import type { Taken } from '../../limits/policy.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { noSuchAccount } from '../../messages/login.ts'
import { putNodes } from '../../nodes/change.ts'
import { csrfNode } from '../../nodes/node.ts'
import type { FlowContext } from '../flow-context.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { redirectSignIn } from '../organization/redirect-sign-in.ts'
import type { MethodNames } from '../ports/method-names.ts'
import type { LoginAttempt, LoginCapability, LoginForm, LoginOutcome } from '../ports/strategy.ts'
import { flowSchema } from '../presentation/node-order.ts'
import { flowPage } from '../presentation/present.ts'
import { sendRedirect } from '../steps/answer.ts'
import { fieldsOf, strategyOf, type Step } from '../steps/guards.ts'
import { reject, showNextForm } from '../steps/reject.ts'
import { consumeMessageLimits, consumeLoginLimits } from '../steps/consume-limits.ts'
import { finishLogin } from './finish.ts'
import { followLogin, hiddenIdentifier } from './form.ts'

/** Runs the chosen method on the submission. */
export const runLogin: Step = async (context, attempt) => {
  const { id, login } = strategyOf(attempt)
  if (!login) throw new Error('requireMethod picks strategies that can sign in')
  const outcome = await submitLimited(context, attempt, id, login)
  if (outcome.kind === 'identified') return identified(context, attempt, outcome)
  return answerOutcome(context, attempt, outcome)
}

/** Counts the attempt against the limits of sign-ins, and submits. Codes are limited when they are sent and compared. */
async function submitLimited(
  context: Pick<FlowContext, 'limits'>,
  attempt: Attempt,
  method: string,
  login: LoginCapability,
): Promise<LoginOutcome> {
  const { request } = attempt
  const submitted = loginAttempt(attempt)
  const limitSubject = login.limitSubject(submitted)
  if (limitSubject.kind === 'code') return login.submit(submitted)
  // Counted before the password is checked, so that many parallel attempts do not count as one.
  const taken = await consumeLoginLimits(context, request, method, limitSubject)
  if (taken.kind === 'refused') return { kind: 'refused', refusal: limitRefusal(taken, request.now) }
  const outcome = await submitOrRefund(login, submitted, taken)
  // A rejection stays counted. So does a refusal with `countsAsAttempt`: a secret was tested.
  if (outcome.kind === 'authenticated') await taken.resetBudgets(['signInsPerAccount'])
  else if (outcome.kind !== 'rejected' && !('countsAsAttempt' in outcome)) await taken.refund()
  return outcome
}

/** Submits, and refunds the attempt after an error of this service. */
async function submitOrRefund(
  login: LoginCapability,
  submitted: LoginAttempt,
  taken: Extract<Taken, { kind: 'granted' }>,
): Promise<LoginOutcome> {
  try {
    return await login.submit(submitted)
  } catch (error) {
    // The store may fail here as well: the first error is the one to log.
    await taken.refund().catch(() => undefined)
    throw error
  }
}

/** Returns the answer to a strategy's outcome. */
async function answerOutcome(
  context: FlowContext,
  attempt: Attempt,
  outcome: Exclude<LoginOutcome, { kind: 'identified' }>,
): Promise<Outcome> {
  const { flow, request } = attempt
  switch (outcome.kind) {
    case 'authenticated':
      return finishLogin(context, attempt, outcome)
    case 'proved':
      return outcome.completeSignIn(attempt)
    case 'rejected': {
      const taken =
        outcome.countedRecipients && (await consumeMessageLimits(context, request, outcome.countedRecipients))
      if (taken?.kind === 'refused') return refused(flow, limitRefusal(taken, request.now))
      const shown = await reject(context, flow, outcome)
      return outcome.onPage ? toPage(context, flow) : shown
    }
    case 'ask': {
      const shown = await showNextForm(context, attempt, outcome, followLogin)
      return outcome.onPage && shown.kind !== 'refused' ? toPage(context, flow) : shown
    }
    case 'redirect':
      return sendRedirect(context, attempt, outcome)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

/** Answers a flow that has changed with a redirect to its page. */
function toPage({ config }: Pick<FlowContext, 'config'>, flow: StoredFlow): Outcome {
  return { kind: 'location_change', native: flow.type === 'api', location: flowPage(config, flow) }
}

/** Shows the second screen of identifier-first: this person's methods. A code as the only method is sent at once. */
async function identified(
  context: FlowContext,
  attempt: Attempt,
  { identifier, identity }: Extract<LoginOutcome, { kind: 'identified' }>,
): Promise<Outcome> {
  const { flow } = attempt
  const organization =
    (identity && (await context.memberships.ofIdentity(identity))) ?? (await context.memberships.ofAddress(identifier))
  if (organization) return redirectSignIn(context, attempt, organization, { identifier })
  const form: LoginForm = {
    type: flow.type,
    aal: 'aal1',
    screen: 'credentials',
    refresh: false,
    identifierLabel: loginIdentifierLabel(flowSchema(context.schemas, flow)),
    ...(identity && { identity }),
  }
  const offers = context.strategies.flatMap(({ id, login }) => {
    const nodes = login?.nodes(form) ?? []
    return login && nodes.length > 0 ? [{ id, login, nodes }] : []
  })
  const [only, ...more] = offers
  if (!only) {
    const fields = [{ field: 'identifier', message: noSuchAccount() }]
    return reject(context, flow, { kind: 'rejected', fields, values: { identifier } })
  }
  if (only.id === 'code' && more.length === 0) {
    // In `sent_email` the strategy expects a code, which may have been sent for another identifier.
    const afresh = { ...attempt, flow: { ...flow, state: 'choose_method' } }
    const outcome = await only.login.submit(loginAttempt(afresh))
    if (outcome.kind !== 'identified') return answerOutcome(context, attempt, outcome)
  }
  return showNextForm(
    context,
    attempt,
    {
      kind: 'ask',
      event: 'method_chosen',
      active: context.methodNames.identifierFirst,
      nodes: credentialNodes(flow.nodes, identifier, offers, context.methodNames),
      messages: [],
    },
    followLogin,
  )
}

function loginAttempt({ flow, submission, request, signedIn }: Attempt): LoginAttempt {
  const network = visitorNetwork(request.headers)
  return { flow, fields: fieldsOf(submission), now: request.now, network, identity: signedIn?.identity }
}

/** The nodes that one strategy offers to a person. */
interface Offer {
  readonly id: string
  readonly nodes: readonly UiNode[]
}

/**
 * Draws the second screen of identifier-first: the nodes of the first one with the identifier filled in and hidden,
 * followed by the methods that this person has.
 */
function credentialNodes(
  screen: readonly UiNode[],
  identifier: string,
  offers: readonly Offer[],
  names: MethodNames,
): UiNode[] {
  const providers = offers.find(({ id }) => id === names.oidc)?.nodes ?? []
  const others = offers.flatMap(({ id, nodes }) => (id === names.oidc ? [] : nodes))
  const carried = screen.filter((node) => isSuggestion(node, names))
  return putNodes([hiddenIdentifier(screen, identifier, names), ...providers, csrfNode(), ...carried], others)
}

/** Checks for nodes that let a browser suggest passkeys while a person types. */
function isSuggestion(node: UiNode, { suggesting }: MethodNames): boolean {
  return (
    node.type === 'script' ||
    (suggesting.includes(node.group) && isInputNode(node) && node.attributes.type === 'hidden')
  )
}
