import type { ContinueWith } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import { hooksAfter, runsHook } from '../../configuration/hooks-after.ts'
import { presentIdentity } from '../../identities/present.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { backToClient, signInStart, type Onward } from '../oauth2/accept.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import type { RegistrationOutcome } from '../ports/strategy.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from '../model/flow.ts'
import { fieldsOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { changeIdentity } from '../../identities/change-identity.ts'
import { askHooks, refuseChange, tellHooks } from '../steps/ask-hooks.ts'
import { accountDisabled } from '../steps/disabled.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { denySignUp } from '../organization/deny.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { spendProof } from '../steps/spend-proof.ts'
import { presentEntered, signIn, throughProvider, type Entered } from '../steps/sign-in.ts'
import { transientPayload } from '../http/submission.ts'
import { beginVerifications, showVerification, takeVerifications, unverified, withSent } from '../verification/open.ts'
import { awaitProof } from './await-proof.ts'
import { duplicate } from './duplicate.ts'
import { followRegistration } from './form.ts'
import { hiddenAddresses } from './hidden-addresses.ts'

type Accepted = Extract<RegistrationOutcome, { kind: 'accepted' }>

/**
 * Creates the account, or keeps it until its addresses are proved if accounts are hidden. All its rows (session,
 * verification, code, message) are written in one durable transaction before the answer.
 */
export async function finishRegistration(
  context: FlowContext,
  attempt: Attempt,
  { identity: offered, method, provider }: Accepted,
  values: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { config } = context
  const { registration } = config.selfservice.flows
  const hooks = hooksAfter(registration.after, method)
  const event = { flow, request, fields: fieldsOf(attempt.submission), method, identity: offered }
  const answer = await askHooks(context, hooks, event, values)
  if (answer.kind === 'stopped') return answer.outcome
  const changed = changeIdentity(context.schemas, offered, answer.change, request.now)
  if (changed.kind !== 'composed') return refuseChange(context, event, changed, values)
  const { identity: accepted } = changed
  // An inactive account waits for an approval: it gets neither session nor message, and hooks are not called.
  const isActive = accepted.state === 'active'
  const denied = await denySignUp(context, attempt, accepted)
  if (denied) return denied
  const hidden = hiddenAddresses(context, accepted)
  if (hidden.length > 0) {
    const proved = {
      kind: 'accepted',
      identity: accepted,
      method,
      ...(provider !== undefined && { provider }),
    } as const
    return awaitProof(context, attempt, proved, hidden, values)
  }
  // A new person uses this browser: forms that were drawn for the previous one must not work.
  const secret = flow.type === 'browser' ? newCsrfSecret() : undefined
  const begun = await beginVerifications(context, accepted, isActive ? unverified(accepted) : [], {
    type: flow.type,
    requestUrl: flow.requestUrl,
    // As in Ory Kratos: the requested `return_to` follows after the proof of the address.
    returnTo: flow.details.afterVerificationReturnTo ?? flow.returnTo,
    secret,
    now: request.now,
    details: sameRequest(flow.details),
    transientPayload: transientPayload(event.fields),
  })
  const identity = withSent(accepted, begun, request.now)

  const made = await context.transactions.durable(async () => {
    const taken = await takeVerifications(context, request, begun)
    if (taken.kind === 'refused') return { limited: taken }
    // A form that is submitted again with another name may contain the same proof.
    const isFree = attempt.spends === undefined || (await context.identities.conflict(identity)) === undefined
    const used = isFree ? await spendProof(context, attempt) : undefined
    if (used) {
      await taken.giveBack()
      return { used }
    }
    if (!isFree || (await context.identities.insert(identity)).kind === 'conflict') {
      await taken.giveBack()
      return 'conflict' as const
    }
    for (const { write } of begun) await write(taken.allowance)
    const opens = isActive && runsHook(registration.after, method, 'session')
    const entered = opens
      ? await signIn(context, request, flow.type, identity, {
          method,
          aal: 'aal1',
          ...throughProvider(context, provider),
        })
      : undefined
    const session = entered?.session
    if (isActive) await context.webHooks.enqueue(hooks, { ...event, identity, ...(session && { session }) })
    await revise(context, flow, async (fresh) => ({
      state: followRegistration(fresh.state, 'passed'),
      active: method,
      messages: [],
    }))
    const about = { identityId: identity.id, sessionId: session?.id }
    await context.events.succeeded('RegistrationSucceeded', flow, about, { method, provider })
    return { entered }
  })
  if (made === 'conflict') return reject(context, flow, await duplicate(context, identity, values))
  if ('used' in made) return made.used
  if ('limited' in made) return refused(flow, limitRefusal(made.limited, request.now))

  if (!isActive) return refused(flow, accountDisabled(identity))
  const { entered } = made
  const session = entered?.session
  const trouble = await tellHooks(context, hooks, { ...event, identity, ...(session && { session }) })
  if (trouble) return trouble
  const announced = begun.map((verification) => showVerification(context, verification))
  const shows = runsHook(registration.after, method, 'show_verification_ui')
  const shown: readonly ContinueWith[] = [
    ...(config.featureFlags.legacyContinueWithVerificationUi ? announced : []),
    ...(shows ? announced : []),
  ]
  const cookies = [...(secret ? [context.csrf.write(secret)] : []), ...(entered?.cookies ?? [])]
  const client = shows && begun.length > 0 ? undefined : await onBehalfOf(context, flow, entered)
  if (client?.kind === 'refused') return { ...refused(flow, client.refusal), cookies }
  if (client && flow.type === 'browser')
    return { kind: 'location_change', native: false, location: client.location, cookies }
  const returnUrl = context.returnUrls.after(flow.returnTo, registration.after, method)
  const result = {
    ...(entered && { session: presentEntered(context, entered, request.now) }),
    identity: presentIdentity(identity, config.publicBaseUrl),
  }

  if (flow.type === 'api') {
    const token: readonly ContinueWith[] = entered
      ? [{ action: 'set_ory_session_token', ory_session_token: entered.token }]
      : []
    const redirect: readonly ContinueWith[] = client
      ? [{ action: 'redirect_browser_to', redirect_browser_to: client.location }]
      : []
    const continueWith = [...redirect, ...shown, ...token]
    const body = {
      ...(entered && { session_token: entered.token }),
      ...result,
      continue_with: continueWith.length > 0 ? continueWith : null,
    }
    return { kind: 'done', native: true, body, location: returnUrl }
  }
  const continueWith: readonly ContinueWith[] = [
    { action: 'redirect_browser_to', redirect_browser_to: returnUrl },
    ...shown,
  ]
  const first = shows ? begun[0]?.flow : undefined
  return {
    kind: 'done',
    native: false,
    body: { ...result, continue_with: continueWith },
    location: first ? flowPage(config, first) : returnUrl,
    cookies,
  }
}

/** Returns the way back to the OAuth2 client. If the sign-up opened no session, it goes through a sign-in. */
async function onBehalfOf(
  context: FlowContext,
  flow: StoredFlow,
  entered: Entered | undefined,
): Promise<Onward | undefined> {
  if (entered) return backToClient(context, flow, entered)
  const { oauth2LoginChallenge } = flow.details
  if (oauth2LoginChallenge === undefined || flow.type === 'api') return undefined
  return { kind: 'onward', location: signInStart(context, { login_challenge: oauth2LoginChallenge }) }
}
