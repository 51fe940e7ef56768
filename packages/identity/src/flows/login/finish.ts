import type { HookConfig } from '../../configuration/config.ts'
import { hooksAfter, runsHook, runPrePersistHooks, runPostPersistHooks } from '../steps/hooks.ts'
import type { Identity } from '../../identities/identity.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import {
  accountDisabledMessage,
  addressNotVerified,
  invalidCredentials,
  loginCodeInvalid,
} from '../../messages/login.ts'
import { linkedAccountDiffers } from '../../messages/oidc.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import type { RequestContext } from '../http/request-context.ts'
import { isObject, transientPayload } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import type { PendingLink } from '../model/flow.ts'
import { type Outcome, refused } from '../model/outcome.ts'
import { acceptLoginRequest, type ClientRedirect, signInStart } from '../oauth2/accept.ts'
import { denyLogin } from '../organization/deny.ts'
import type { SignedIn } from '../../sessions/manager.ts'
import type { LoginOutcome } from '../ports/strategy.ts'
import type { HookEvent } from '../ports/web-hooks.ts'
import { flowPage } from '../presentation/present.ts'
import type { AddressProof } from '../steps/address-proofs.ts'
import { answer } from '../steps/answer.ts'
import { accountDisabledRefusal } from '../steps/disabled.ts'
import { fieldsOf } from '../steps/guards.ts'
import { openSession, recordPassed } from '../steps/open-session.ts'
import { reject } from '../steps/reject.ts'
import {
  addFactor,
  type IssuedSession,
  owesSecondFactor,
  presentIssuedSession,
  stepUp,
  providerDetails,
  withNewToken,
} from '../steps/sign-in.ts'
import { consumeProof } from '../steps/consume-proof.ts'
import {
  beginVerifications,
  type BegunVerification,
  showVerification,
  consumeVerificationLimits,
  unverified,
  withSent,
} from '../verification/open.ts'
import { followLogin } from './form.ts'

type Authenticated = Extract<LoginOutcome, { kind: 'authenticated' }>

/** A sign-in that is stored, with the account as it is now and the verifications that were sent. */
interface StoredSignIn extends IssuedSession {
  /** The session before the proof; absent: a new one was opened. */
  readonly previousSession: SignedIn | undefined
  readonly event: HookEvent
  readonly sent: readonly BegunVerification[]
}

/** Finishes a sign-in after a valid proof: hooks, session, and the next address. */
export async function finishLogin(context: FlowContext, attempt: Attempt, proof: Authenticated): Promise<Outcome> {
  const { flow, request, submission } = attempt
  const { method } = proof
  const hooks = hooksAfter(context.config.selfservice.flows.login.after, method)
  const identity = context.addressProofs.preview(proof.identity, addressProof(attempt, proof))
  const event = { flow, request, fields: fieldsOf(submission), method, identity }
  const verdict = await runPrePersistHooks(context, hooks, event)
  if (verdict.kind === 'stopped') return verdict.outcome
  const stored = await context.transactions.durable(() => storeSignIn(context, attempt, proof, { hooks, event }))
  if ('outcome' in stored) return stored.outcome
  let isDelivered = false
  try {
    const answered = await answerStored(context, hooks, stored)
    isDelivered = 'delivered' in answered
    return 'delivered' in answered ? answered.delivered : answered.undelivered
  } finally {
    if (!isDelivered) await endUndelivered(context, stored)
  }
}

/** Tells the hooks of a stored sign-in, and answers it. `undelivered`: the client gets no token and no cookie. */
async function answerStored(
  context: FlowContext,
  hooks: readonly HookConfig[],
  stored: StoredSignIn,
): Promise<{ readonly delivered: Outcome } | { readonly undelivered: Outcome }> {
  const { flow } = stored.event
  const hookOutcome = await runPostPersistHooks(context, hooks, { ...stored.event, session: stored.session })
  if (hookOutcome) return { undelivered: hookOutcome }
  const owes = owesSecondFactor(context, stored)
  if (flow.type === 'browser' && owes) return { delivered: askSecondFactor(context, stored) }
  const onward = await acceptLoginRequest(context, flow, stored)
  if (flow.type === 'api' && onward?.kind === 'refused') return { undelivered: refused(flow, onward.refusal) }
  return { delivered: answerLogin(context, stored, { onward, owes }) }
}

/**
 * Checks the account in its present state, and stores the sign-in; or returns the outcome that refuses it. Belongs in a
 * durable transaction.
 */
async function storeSignIn(
  context: FlowContext,
  attempt: Attempt,
  proof: Authenticated,
  { hooks, event }: { readonly hooks: readonly HookConfig[]; readonly event: HookEvent },
): Promise<StoredSignIn | { readonly outcome: Outcome }> {
  const { flow, request, signedIn } = attempt
  const { method, aal } = proof
  const { login } = context.config.selfservice.flows
  // The session may have ended, and the account changed, while the proof was checked and the web hooks answered.
  const reread = signedIn && (await context.sessions.byToken(signedIn.token, request.now))
  const currentSession = reread?.kind === 'signed_in' && reread.identity.id === proof.identity.id ? reread : undefined
  const proved = addressProof({ ...attempt, signedIn: currentSession }, proof)
  const found = await context.identities.current(proof.identity)
  if (!found) return { outcome: refused(flow, { code: 401, reason: 'This account has been deleted.' }) }
  const identity = context.addressProofs.preview(found, proved)
  const outcome =
    proof.stillHolds?.(found) === false
      ? await reject(context, flow, { kind: 'rejected', form: [invalidCredentials()], active: method })
      : ((await refuseAccount(context, attempt, proof, identity)) ??
        (aal === 'aal2' && !currentSession ? refused(flow, sessionEndedRefusal) : await consumeProof(context, attempt)))
  if (outcome) return { outcome }
  const begun =
    aal === 'aal1' && runsHook(login.after, method, 'show_verification_ui')
      ? await prepareVerifications(context, attempt, identity)
      : []
  const recorded = await context.addressProofs.record(found, proved)
  if (recorded.kind !== 'recorded') {
    return { outcome: await reject(context, flow, { kind: 'rejected', form: [loginCodeInvalid()] }) }
  }
  const sent: BegunVerification[] = []
  for (const verification of begun) if (await sendIfAllowed(context, request, verification)) sent.push(verification)
  const next = withSent(recorded.identity, sent, request.now)
  if (recorded.removed) await context.notices.send(next, 'earlier_access_removed')
  const written = sent.length > 0 ? await context.identities.update(next, 'upkeep') : undefined
  const current = written?.kind === 'written' ? written.identity : next
  const completed = { method, aal, ...providerDetails(context, proof.provider) }
  const withIdentity = currentSession && { ...currentSession, identity: current }
  const upgraded = withIdentity && (await stepUp(context, request, flow.type, withIdentity, completed))
  const { isMultiFactor } = proof
  const issued = await openSession(context, attempt, current, { ...completed, kept: upgraded, isMultiFactor })
  if (runsHook(login.after, method, 'revoke_active_sessions')) {
    await context.sessions.revokeOthers(current.id, issued.session.id)
  }
  const linked = await completeLink(context, attempt, issued)
  const completedEvent = { ...event, identity: linked.identity, session: linked.session }
  await recordPassed(context, hooks, completedEvent, (from) => followLogin(from, 'passed'))
  const about = { identityId: current.id, sessionId: issued.session.id }
  await context.events.succeeded('LoginSucceeded', flow, about, {
    ...completed,
    new_session: currentSession === undefined,
  })
  const delivered = upgraded ? await withNewToken(context, request, linked) : linked
  return { ...delivered, previousSession: currentSession, event: completedEvent, sent }
}

const sessionEndedRefusal = { code: 401, id: 'session_inactive', reason: 'Your session has ended.' } as const

/** Revokes a new session whose token never reached the client. An upgraded one gets its previous state and token back. */
async function endUndelivered(
  { sessions, transactions }: Pick<FlowContext, 'sessions' | 'transactions'>,
  { previousSession, session }: StoredSignIn,
): Promise<void> {
  if (previousSession) await transactions.durable(() => sessions.revertUpgrade(previousSession))
  else await sessions.revoke(session.id)
}

/** Redirects a browser to the second factor that its session owes. */
function askSecondFactor(context: FlowContext, stored: StoredSignIn): Outcome {
  const { flow } = stored.event
  const { oauth2LoginChallenge: login_challenge } = flow.details
  const location = signInStart(context, { aal: 'aal2', return_to: flow.returnTo, login_challenge })
  return { kind: 'location_change', native: false, location, cookies: cookiesOf(context, stored) }
}

function answerLogin(
  context: FlowContext,
  stored: StoredSignIn,
  { onward, owes }: { readonly onward: ClientRedirect | undefined; readonly owes: boolean },
): Outcome {
  const { event, sent } = stored
  const { flow, request, method } = event
  const presented = presentIssuedSession(context, stored, request.now)
  return answer(flow, {
    onward,
    token: stored.token,
    body: { session: owes ? { ...presented, identity: null } : presented },
    continueWith: sent.map((verification) => showVerification(context, verification)),
    returnUrl: context.returnUrls.after(flow.returnTo, context.config.selfservice.flows.login.after, method),
    page: firstVerificationPage(context, sent),
    cookies: cookiesOf(context, stored),
  })
}

/** Returns the session's cookies. A new session also gets a new anti-CSRF secret. */
function cookiesOf({ csrf }: Pick<FlowContext, 'csrf'>, stored: StoredSignIn): readonly string[] {
  const isNewSession = stored.event.flow.type === 'browser' && !stored.previousSession
  return [...(isNewSession ? [csrf.write(newCsrfSecret())] : []), ...stored.cookies]
}

/** Refuses a sign-in that the present state of the account, the organization, or the purpose of the flow forbids. */
async function refuseAccount(
  context: FlowContext,
  attempt: Attempt,
  proof: Authenticated,
  identity: Identity,
): Promise<Outcome | undefined> {
  const { flow, signedIn } = attempt
  const { after } = context.config.selfservice.flows.login
  if (identity.state !== 'active') {
    return context.config.improvements.disabledInForms
      ? reject(context, flow, { kind: 'rejected', form: [accountDisabledMessage()], identityId: identity.id })
      : refused(flow, accountDisabledRefusal(identity))
  }
  const { linking } = flow.details
  if (linking && linking.identityId !== identity.id) {
    return reject(context, flow, { kind: 'rejected', form: [linkedAccountDiffers()], active: proof.method })
  }
  const denied = proof.aal === 'aal1' ? await denyLogin(context, attempt, identity, proof.provider) : undefined
  if (denied) return denied
  if (proof.aal === 'aal2' && signedIn?.identity.id !== identity.id) {
    return refused(flow, { code: 403, reason: 'A second factor has to belong to the account that is signed in.' })
  }
  return proof.aal === 'aal1' && runsHook(after, proof.method, 'require_verified_address')
    ? requireVerifiedAddress(context, attempt, identity, proof.method)
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

/** Redirects a person without any verified address to the verification, without a session. */
async function requireVerifiedAddress(
  context: FlowContext,
  attempt: Attempt,
  identity: Identity,
  method: string,
): Promise<Outcome | undefined> {
  const { flow, request } = attempt
  if (identity.verifiableAddresses.some(({ verified }) => verified)) return undefined
  const begun = (await prepareVerifications(context, attempt, identity)).slice(0, 1)
  // Without a message there is no other page: verification is off, or the account has no address for it.
  if (begun.length === 0 || context.config.featureFlags.legacyRequireVerifiedLoginError) {
    return reject(context, flow, { kind: 'rejected', form: [addressNotVerified()], active: method })
  }
  const taken = await context.transactions.durable(async () => {
    const verifications = await consumeVerificationLimits(context, request, begun)
    if (verifications.kind === 'refused') return verifications
    await context.identities.update(withSent(identity, begun, request.now), 'upkeep')
    for (const { write } of begun) await write(verifications.allowance)
    return verifications
  })
  if (taken.kind === 'refused') return refused(flow, limitRefusal(taken, request.now))
  const location = firstVerificationPage(context, begun)
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

/** Prepares a verification of each unverified address. Its `write` stores it. */
async function prepareVerifications(
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
 * Sends a verification message if the limits allow it, and returns whether it was sent. A sign-in succeeds without the
 * message: otherwise another client could block it by using up the address's limit.
 */
async function sendIfAllowed(
  context: Pick<FlowContext, 'messageLimits'>,
  request: RequestContext,
  verification: BegunVerification,
): Promise<boolean> {
  const taken = await consumeVerificationLimits(context, request, [verification])
  if (taken.kind === 'granted') await verification.write(taken.allowance)
  return taken.kind === 'granted'
}

function firstVerificationPage(
  { config }: Pick<FlowContext, 'config'>,
  begun: readonly BegunVerification[],
): string | undefined {
  const flow = begun[0]?.flow
  return flow && flowPage(config, flow)
}

/**
 * Creates the link that a sign-in was started for. A person who owes a second factor has not proved yet that they own the
 * account: the link waits with the session until that factor is given.
 */
async function completeLink(context: FlowContext, attempt: Attempt, issued: IssuedSession): Promise<IssuedSession> {
  const { flow, request } = attempt
  const pending = flow.details.linking ?? (await takeDeferredLink(context, issued, request.now))
  if (!pending || pending.identityId !== issued.identity.id) return issued
  if (owesSecondFactor(context, issued)) {
    await deferLink(context, request.now, issued, pending)
    return issued
  }
  const fresh = await context.identities.find(issued.identity.id)
  const socialSignIn = context.strategies.find((strategy) => strategy.socialSignIn)?.socialSignIn
  const linked = fresh && (await socialSignIn?.applyLink(fresh, pending.link, request.now))
  const written = linked && (await context.identities.update(linked.identity))
  if (!linked || written?.kind !== 'written') return issued
  const { identity } = written
  await context.notices.send(identity, 'provider_linked')
  const isKnown = issued.session.methods.some(
    ({ method, provider }) => method === context.methodNames.oidc && provider === linked.provider,
  )
  if (isKnown) return { ...issued, identity }
  const signedIn = { kind: 'signed_in', session: issued.session, identity, token: issued.token } as const
  const completed = {
    method: context.methodNames.oidc,
    aal: 'aal1',
    ...providerDetails(context, linked.provider),
  } as const
  const added = await addFactor(context, request, signedIn, completed)
  return added.kind === 'signed_in' ? { ...issued, identity, session: added.session } : issued
}

/** Keeps the link for as long as the flow of the second factor can take. */
async function deferLink(
  { config, flows }: Pick<FlowContext, 'config' | 'flows'>,
  now: number,
  { session }: IssuedSession,
  pending: PendingLink,
): Promise<void> {
  const { id, identityId } = session
  const expiresAt = now + config.selfservice.flows.login.lifespanMs
  await flows.insertContinuity({ id: deferredLinkId(id), identityId, payload: { pending }, expiresAt })
}

async function takeDeferredLink(
  { flows }: Pick<FlowContext, 'flows'>,
  { session }: IssuedSession,
  now: number,
): Promise<PendingLink | undefined> {
  const { pending } = (await flows.takeContinuity(deferredLinkId(session.id), now))?.payload ?? {}
  if (!isObject(pending)) return undefined
  const { identityId, link } = pending
  return typeof identityId === 'string' && isObject(link) ? { identityId, link } : undefined
}

function deferredLinkId(sessionId: string): string {
  return `link:${sessionId}`
}
