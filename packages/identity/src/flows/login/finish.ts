import { rememberDeviceField } from '@gatehouse/contract/account'
import type { ContinueWith } from '@gatehouse/contract/flows'
import { hooksAfter, runsHook } from '../../configuration/hooks-after.ts'
import type { Identity } from '../../identities/identity.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { accountSwitchedOff, addressNotVerified, invalidCredentials, loginCodeInvalid } from '../../messages/login.ts'
import { rememberedMethod } from '../../sessions/aal.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import type { RequestContext } from '../http/request-context.ts'
import { transientPayload } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { backToClient, signInStart } from '../oauth2/accept.ts'
import { denyLogin } from '../organization/deny.ts'
import type { LoginOutcome } from '../ports/strategy.ts'
import { flowPage } from '../presentation/present.ts'
import type { AddressProof } from '../steps/address-proofs.ts'
import { askHooks, tellHooks } from '../steps/ask-hooks.ts'
import { accountDisabled } from '../steps/disabled.ts'
import { fieldsOf } from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import {
  owesSecondFactor,
  presentEntered,
  signIn,
  stepUp,
  throughProvider,
  withNewToken,
  addFactor,
  type Entered,
} from '../steps/sign-in.ts'
import { spendProof } from '../steps/spend-proof.ts'
import {
  beginVerifications,
  showVerification,
  takeVerifications,
  unverified,
  withSent,
  type BegunVerification,
} from '../verification/open.ts'
import { followLogin } from './form.ts'
import { completeLink, refuseOtherAccount } from './pending-link.ts'

type Authenticated = Extract<LoginOutcome, { kind: 'authenticated' }>

/** Finishes a sign-in after a valid proof: hooks, session, and the next address. */
export async function finishLogin(context: FlowContext, attempt: Attempt, proof: Authenticated): Promise<Outcome> {
  const { flow, request, signedIn } = attempt
  const { method } = proof
  const { login } = context.config.selfservice.flows
  const hooks = hooksAfter(login.after, method)
  const proved = addressProof(attempt, proof)
  const event = {
    flow,
    request,
    fields: fieldsOf(attempt.submission),
    method,
    identity: context.addressProofs.foresee(proof.identity, proved),
  }
  const answer = await askHooks(context, hooks, event)
  if (answer.kind === 'stopped') return answer.outcome
  const completed = { method, aal: proof.aal, ...throughProvider(context, proof.provider) }
  const opened = await context.transactions.durable(async () => {
    // The account may have changed while the proof was checked and the web hooks answered.
    const found = await context.identities.current(proof.identity)
    if (!found) return { outcome: refused(flow, { code: 401, reason: 'This account was deleted meanwhile.' }) }
    const identity = context.addressProofs.foresee(found, proved)
    const isSame = signedIn?.identity.id === identity.id
    const outcome =
      proof.holds?.(found) === false
        ? await reject(context, flow, { kind: 'rejected', form: [invalidCredentials()], active: method })
        : ((await objection(context, attempt, proof, identity)) ?? (await spendProof(context, attempt)))
    if (outcome) return { outcome }
    const begun =
      proof.aal === 'aal1' && runsHook(login.after, method, 'show_verification_ui')
        ? await begin(context, attempt, identity)
        : []
    const recorded = await context.addressProofs.record(found, proved)
    if (recorded.kind !== 'recorded') return 'not_theirs'
    const sent: BegunVerification[] = []
    for (const verification of begun) if (await writeIfAllowed(context, request, verification)) sent.push(verification)
    const next = withSent(recorded.identity, sent, request.now)
    if (recorded.removed) await context.notices.send(next, 'earlier_access_removed')
    const written = sent.length > 0 ? await context.identities.update(next, 'upkeep') : undefined
    const current = written?.kind === 'written' ? written.identity : next
    const kept = signedIn && isSame ? await stepUp(context, request, flow.type, signedIn, completed) : undefined
    if (!kept && proof.aal === 'aal2') return undefined
    const proven = kept ?? (await signIn(context, request, flow.type, current, completed))
    const begunNow = proof.isBothSteps === true ? await withBothSteps(context, request, proven, method) : proven
    const entered = await withDevice(context, attempt, begunNow, proof.aal)
    if (runsHook(login.after, method, 'revoke_active_sessions')) {
      await context.sessions.revokeOthers(current.id, entered.session.id)
    }
    await context.webHooks.enqueue(hooks, { ...event, identity: current, session: entered.session })
    await revise(context, flow, async (fresh) => ({
      state: followLogin(fresh.state, 'passed'),
      active: method,
      messages: [],
    }))
    const about = { identityId: current.id, sessionId: entered.session.id }
    await context.events.succeeded('LoginSucceeded', flow, about, { ...completed, new_session: kept === undefined })
    return { ...(await completeLink(context, attempt, entered)), isNew: kept === undefined, current, sent }
  })
  if (opened === 'not_theirs') return reject(context, flow, { kind: 'rejected', form: [loginCodeInvalid()] })
  if (!opened) return refused(flow, { code: 401, id: 'session_inactive', reason: 'Your session has ended meanwhile.' })
  if ('outcome' in opened) return opened.outcome
  const { current, sent } = opened
  const trouble = await tellHooks(context, hooks, { ...event, identity: current, session: opened.session })
  if (trouble) return trouble
  const entered = opened.isNew ? opened : await withNewToken(context, request, opened)

  // A new session, or another person's, must not share the earlier anti-CSRF secret.
  const secret = flow.type === 'browser' && opened.isNew ? newCsrfSecret() : undefined
  const cookies = [...(secret ? [context.csrf.write(secret)] : []), ...entered.cookies]
  const owes = owesSecondFactor(context, entered)
  if (flow.type === 'browser' && owes) {
    const { oauth2LoginChallenge: login_challenge } = flow.details
    const location = signInStart(context, { aal: 'aal2', return_to: flow.returnTo, login_challenge })
    return { kind: 'location_change', native: false, location, cookies }
  }
  const onward = await backToClient(context, flow, entered)
  if (onward?.kind === 'refused') return { ...refused(flow, onward.refusal), cookies }
  if (onward && flow.type === 'browser')
    return { kind: 'location_change', native: false, location: onward.location, cookies }
  const returnUrl = context.returnUrls.after(flow.returnTo, login.after, method)
  const shown = sent.map((verification) => showVerification(context, verification))
  const presented = presentEntered(context, entered, request.now)
  if (flow.type === 'api') {
    const continueWith = [
      ...(onward ? [{ action: 'redirect_browser_to', redirect_browser_to: onward.location }] : []),
      ...shown,
    ]
    const body = {
      session_token: entered.token,
      session: owes ? { ...presented, identity: null } : presented,
      continue_with: continueWith.length > 0 ? continueWith : null,
    }
    return { kind: 'done', native: true, body, location: returnUrl }
  }
  const continueWith: readonly ContinueWith[] = [
    { action: 'redirect_browser_to', redirect_browser_to: returnUrl },
    ...shown,
  ]
  const location = firstPage(context, sent) ?? returnUrl
  return { kind: 'done', native: false, body: { session: presented, continue_with: continueWith }, location, cookies }
}

/** Returns the refusal of a sign-in to this account in its present state. */
async function objection(
  context: FlowContext,
  attempt: Attempt,
  proof: Authenticated,
  identity: Identity,
): Promise<Outcome | undefined> {
  const { flow, signedIn } = attempt
  const { after } = context.config.selfservice.flows.login
  if (identity.state !== 'active') {
    return context.config.improvements.disabledInForms
      ? reject(context, flow, { kind: 'rejected', form: [accountSwitchedOff()], identityId: identity.id })
      : refused(flow, accountDisabled(identity))
  }
  const other =
    (await refuseOtherAccount(context, attempt, { identityId: identity.id, method: proof.method })) ??
    (proof.aal === 'aal1' ? await denyLogin(context, attempt, identity, proof.provider) : undefined)
  if (other) return other
  if (proof.aal === 'aal2' && signedIn?.identity.id !== identity.id) {
    return refused(flow, { code: 403, reason: 'A second factor has to belong to the account that is signed in.' })
  }
  return proof.aal === 'aal1' && runsHook(after, proof.method, 'require_verified_address')
    ? requireVerifiedAddress(context, attempt, identity)
    : undefined
}

/** Returns the addresses that the sign-in proves; a session of the same account adds the backing `account`. */
function addressProof({ flow, request, signedIn }: Attempt, { identity, address }: Authenticated): AddressProof {
  return {
    addresses: address === undefined ? [] : [address],
    backing: signedIn?.identity.id === identity.id ? 'account' : 'address',
    now: request.now,
    flowId: flow.id,
  }
}

/** Redirects a person without any proved address to the verification, without a session. */
async function requireVerifiedAddress(
  context: FlowContext,
  attempt: Attempt,
  identity: Identity,
): Promise<Outcome | undefined> {
  const { flow, request } = attempt
  if (identity.verifiableAddresses.some(({ verified }) => verified)) return undefined
  if (context.config.featureFlags.legacyRequireVerifiedLoginError) {
    return reject(context, flow, { kind: 'rejected', form: [addressNotVerified()], active: 'password' })
  }
  const begun = (await begin(context, attempt, identity)).slice(0, 1)
  const taken = await context.transactions.durable(async () => {
    const verifications = await takeVerifications(context, request, begun)
    if (verifications.kind === 'refused') return verifications
    await context.identities.update(withSent(identity, begun, request.now), 'upkeep')
    for (const { write } of begun) await write(verifications.allowance)
    return verifications
  })
  if (taken.kind === 'refused') return refused(flow, limitRefusal(taken, request.now))
  const location = firstPage(context, begun)
  return {
    kind: 'refused',
    native: flow.type === 'api',
    refusal: {
      code: 400,
      httpStatus: 403,
      id: 'session_verified_address_required',
      reason: 'Your address is not verified yet. We sent you a message; please follow it, or ask for a new one.',
      message: 'the address is not verified yet',
      details: { continue_with: begun.map((verification) => showVerification(context, verification, true)) },
    },
    ...(location !== undefined && { page: { location, status: 303 } }),
  }
}

async function begin(
  context: Pick<FlowContext, 'config' | 'flows' | 'strategies'>,
  { flow, request, submission }: Attempt,
  identity: Identity,
): Promise<readonly BegunVerification[]> {
  const { type, requestUrl, returnTo } = flow
  return beginVerifications(context, identity, unverified(identity), {
    type,
    requestUrl,
    returnTo,
    secret: request.secret,
    now: request.now,
    transientPayload: transientPayload(fieldsOf(submission)),
  })
}

/**
 * Writes the messages if the limits allow them. A sign-in must not fail because another client has used up the messages
 * to this address: a later sign-in requires a proof that cannot be sent now.
 */
async function writeIfAllowed(
  context: Pick<FlowContext, 'messageLimits'>,
  request: RequestContext,
  verification: BegunVerification,
): Promise<boolean> {
  const taken = await takeVerifications(context, request, [verification])
  if (taken.kind === 'granted') await verification.write(taken.allowance)
  return taken.kind === 'granted'
}

function firstPage({ config }: Pick<FlowContext, 'config'>, begun: readonly BegunVerification[]): string | undefined {
  const flow = begun[0]?.flow
  return flow && flowPage(config, flow)
}

/**
 * Returns the new session after a method that counts as two factors at once (a device that checks its holder): it meets
 * the second factor as well if the account has one. Belongs in the transaction of the sign-in.
 */
async function withBothSteps(
  context: Pick<FlowContext, 'sessions'>,
  request: RequestContext,
  entered: Entered,
  method: string,
): Promise<Entered> {
  const { session, identity, token } = entered
  if (session.aal === 'aal2' || context.sessions.highestAal(identity) !== 'aal2') return entered
  const signedIn = { kind: 'signed_in', session, identity, token } as const
  const raised = await addFactor(context, request, signedIn, { method, aal: 'aal2' })
  return raised.kind === 'signed_in' ? { ...entered, session: raised.session } : entered
}

/**
 * Returns the new or upgraded session with the effect of a remembered device: after a first factor, such a device
 * replaces the second one; after a second factor, the browser is remembered if the person asked for that.
 * Belongs in the transaction of the sign-in.
 */
async function withDevice(
  context: Pick<FlowContext, 'rememberedDevices' | 'sessions'>,
  { flow, request, submission }: Attempt,
  entered: Entered,
  given: 'aal1' | 'aal2',
): Promise<Entered> {
  const { rememberedDevices, sessions } = context
  // Native apps keep their session instead.
  if (rememberedDevices.keptMs === undefined || flow.type !== 'browser') return entered
  const { identity, session, token, cookies } = entered
  if (given === 'aal2') {
    const asked = isTrue(fieldsOf(submission)[rememberDeviceField])
    if (!asked) return entered
    return { ...entered, cookies: [...cookies, await rememberedDevices.remember(identity.id, request.route)] }
  }
  // A refresh gives the level that the proof has; only a new sign-in reads the remembered device.
  if (flow.details.refresh) return entered
  const isOwed = session.aal !== 'aal2' && sessions.highestAal(identity) === 'aal2'
  if (!isOwed || !(await rememberedDevices.recognize(identity.id, request.route))) return entered
  const raised = await addFactor(
    context,
    request,
    { kind: 'signed_in', session, identity, token },
    { method: rememberedMethod, aal: 'aal2' },
  )
  return raised.kind === 'signed_in' ? { ...entered, session: raised.session } : entered
}

function isTrue(value: unknown): boolean {
  return value === true || value === 'true' || value === 'on'
}
