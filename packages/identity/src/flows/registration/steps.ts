import { isInputNode, type UiNode } from '@gatehouse/contract/flows'
import { draftOf, composeIdentity } from '../../identities/compose.ts'
import type { Traits } from '../../identities/identity.ts'
import { visitorNetwork } from '../../limits/visitor-network.ts'
import { flowExpired } from '../../messages/flow-errors.ts'
import { signInThere } from '../../messages/organizations.ts'
import { chooseCredential } from '../../messages/registration.ts'
import { findField, setValues } from '../../nodes/change.ts'
import type { FlowContext } from '../flow-context.ts'
import { secretFor } from '../http/request-context.ts'
import type { Submission } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import { expiredSubmitRefusal, isExpired } from '../model/expiry.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { signInStart } from '../oauth2/accept.ts'
import { redirectSignUp } from '../organization/redirect-sign-up.ts'
import type { RegistrationOutcome } from '../ports/strategy.ts'
import { flowSchema } from '../presentation/node-order.ts'
import { flowPage } from '../presentation/present.ts'
import { readTraits, invalidTraits, readWholeTraits, traitValues, withoutLists } from '../presentation/traits.ts'
import { sendRedirect } from '../steps/answer.ts'
import { carriedDetails } from '../steps/carried-details.ts'
import {
  requireCsrfToken,
  requireMethod,
  requireNativeCaller,
  requireOwnBrowser,
  requireCsrfTokenIfBrowser,
  requireReadableBody,
  strategyOf,
  type Step,
  type StepRow,
} from '../steps/guards.ts'
import { reject, showNextForm } from '../steps/reject.ts'
import { finishRegistration } from './finish.ts'
import { openRegistration, drawRegistration, followRegistration, registrationTraitNodes } from './form.ts'
import { registrationDisabled, signedInAlready } from './init.ts'

/** Checks the traits, then runs the chosen method on the submission. */
const runRegistration: Step = async (context, attempt) => {
  const { flow, submission, request } = attempt
  const { registration } = strategyOf(attempt)
  if (!registration || submission.kind !== 'fields') throw new Error('earlier steps make sure of both')
  const schema = flowSchema(context.schemas, flow)
  const traits = readWholeTraits(schema, submission)
  /** The traits that the next form shows. */
  const shown = context.config.improvements.listsStay ? traits : withoutLists(traits)
  const { fields } = submission
  if (registration.screen?.(fields) === 'profile') return showScreen(context, attempt, 'profile', shown)

  if (registration.begin) {
    return settle(context, attempt, await registration.begin({ flow, submission, schema, now: request.now }), shown)
  }

  const composed = composeIdentity(schema, traits, request.now)
  const faults = registration.faultsOf?.(fields) ?? []
  if (composed.kind === 'invalid' || faults.length > 0) {
    const rejected = invalidTraits(schema, shown, composed.kind === 'invalid' ? composed.faults : [])
    return reject(context, flow, { ...rejected, fields: [...(rejected.fields ?? []), ...faults] })
  }
  const outcome = await registration.submit({
    flow,
    fields,
    now: request.now,
    network: visitorNetwork(request.headers),
    schema,
    traits,
    traitNodes: registrationTraitNodes(schema, shown),
    draft: composed.identity,
  })
  return settle(context, attempt, outcome, shown)
}

async function settle(
  context: FlowContext,
  attempt: Attempt,
  outcome: RegistrationOutcome,
  traits: Traits,
): Promise<Outcome> {
  const { flow } = attempt
  const schema = flowSchema(context.schemas, flow)
  switch (outcome.kind) {
    case 'accepted':
      return finishRegistration(context, attempt, outcome, traitValues(schema, traits))
    case 'proved':
      return outcome.completeSignIn(attempt)
    case 'screen':
      return showScreen(context, attempt, outcome.screen, traits)
    case 'rejected':
      return reject(context, flow, { ...outcome, values: { ...traitValues(schema, traits), ...outcome.values } })
    case 'ask':
      return showNextForm(context, attempt, outcome, followRegistration)
    case 'redirect':
      return sendRedirect(context, attempt, outcome)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

async function showScreen(
  context: FlowContext,
  { flow, submission, request }: Attempt,
  screen: 'profile' | 'credentials',
  traits: Traits,
): Promise<Outcome> {
  const nodes = withUnsaid(await drawRegistration(context, flow, screen, traits), flow.nodes, submission)
  const messages = screen === 'credentials' ? [chooseCredential()] : []
  const shown = await showNextForm(
    context,
    { flow, request },
    { kind: 'ask', event: 'screen_changed', nodes, messages },
    followRegistration,
  )
  return screen === 'profile' && shown.kind === 'flow' ? { ...shown, extra: {} } : shown
}

/** Keeps the old values of fields that the submission does not mention; fields that it leaves empty become empty. */
function withUnsaid(nodes: readonly UiNode[], before: readonly UiNode[], submission: Submission): readonly UiNode[] {
  const isForm = submission.kind === 'fields' && submission.encoding === 'form'
  const said = new Set(isForm ? submission.entries.map(([name]) => name) : [])
  const values = nodes.filter(isInputNode).flatMap(({ attributes: { name, value } }) => {
    const old = findField(before, name)?.attributes.value
    return name.startsWith('traits.') && value === undefined && old !== undefined && !said.has(name)
      ? [[name, old] as const]
      : []
  })
  return setValues(nodes, Object.fromEntries(values))
}

const requireEnabled: Step = ({ config }, { flow }) =>
  config.selfservice.flows.registration.enabled ? undefined : refused(flow, registrationDisabled)

const requireNoSession: Step = (context, { flow, signedIn }) => {
  if (!signedIn) return undefined
  const { oauth2LoginChallenge } = flow.details
  if (flow.type === 'api' || oauth2LoginChallenge === undefined) {
    return signedInAlready(context, flow.returnTo, flow.type)
  }
  return {
    kind: 'location_change',
    native: false,
    location: signInStart(context, { login_challenge: oauth2LoginChallenge }),
  }
}

/** Answers an expired flow with a new one of the same purpose. */
const requireLiveFlow: Step = async (context, { flow, request }) => {
  if (!isExpired(flow, request.now)) return undefined
  const { secret, cookies } = secretFor(flow.type, request, context.csrf)
  const successor = await openRegistration(context, {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret,
    details: carriedDetails(flow.details),
    now: request.now,
    messages: [flowExpired('registration', flow.expiresAt)],
  })
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: expiredSubmitRefusal(flow, successor.id, request.now),
    page: { location: flowPage(context.config, successor), status: 303 },
    cookies,
  }
}

/**
 * Requires valid traits of a submission that no method takes. On one page a browser's alone are checked: the first
 * screen of two, and passkeys in browsers, read them before the method is known.
 */
const requireValidTraits: Step = async (context, attempt) => {
  const { flow, submission, request, pick } = attempt
  const { style } = context.config.selfservice.flows.registration
  const isRead = style === 'profile_first' || flow.type === 'browser'
  if (pick.kind !== 'none' || submission.kind !== 'fields' || !isRead) return undefined
  const schema = flowSchema(context.schemas, flow)
  const traits = readWholeTraits(schema, submission)
  const composed = composeIdentity(schema, traits, request.now)
  if (composed.kind !== 'invalid') return undefined
  const shown = context.config.improvements.listsStay ? traits : withoutLists(traits)
  return (
    requireCsrfTokenIfBrowser(context, attempt) ?? reject(context, flow, invalidTraits(schema, shown, composed.faults))
  )
}

/** Redirects a sign-up with an address of an organization to its connections. */
const requireOwnOrganization: Step = async (context, attempt) => {
  const { flow, submission, request } = attempt
  if (strategyOf(attempt).socialSignIn || submission.kind !== 'fields') return undefined
  const schema = flowSchema(context.schemas, flow)
  const traits = readTraits(schema, submission)
  const chosen = await context.memberships.active(flow.details.organizationId)
  const organization = chosen ?? (await context.memberships.strayAddress(draftOf(schema, traits, request.now)))
  if (!organization) return undefined
  return redirectSignUp(context, attempt, organization, { traits, messages: [signInThere(organization)] })
}

/** TABLE: the return from a provider to a sign-up. */
// prettier-ignore
export const registrationStepsAfterProvider: readonly StepRow[] = [
  //                browser native refresh
  [requireNoSession, true,   true,  true],
  [requireLiveFlow,  true,   true,  true],
]

/** TABLE: submitting a sign-up. */
// prettier-ignore
export const registrationSteps: readonly StepRow[] = [
  //                    browser native refresh
  [requireEnabled,      true,   true,  true],
  [requireNoSession,    true,   true,  true],
  [requireLiveFlow,     true,   true,  true],
  [requireOwnBrowser,   true,   false, true],
  [requireReadableBody, true,   true,  true],
  [requireValidTraits,  true,   true,  true],
  [requireMethod,       true,   true,  true],
  [requireCsrfToken,    true,   false, true],
  [requireNativeCaller, false,  true,  true],
  [requireOwnOrganization, true, true, true],
  [runRegistration,     true,   true,  true],
]
