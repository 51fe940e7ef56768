import { randomUUID } from 'node:crypto'
import type { ContinueWith, Message } from '@gatehouse/contract/flows'

import type { HookConfig } from '../../configuration/config.ts'
import { hooksAfter, runsHook, runPrePersistHooks, refuseChange, runPostPersistHooks } from '../steps/hooks.ts'
import { passwordHashOf } from '../../credentials/password-hash.ts'
import { changeIdentity } from '../../identities/change-identity.ts'
import { typesWith } from '../../identities/credential-kinds.ts'
import type { Identity, VerifiableAddress } from '../../identities/identity.ts'
import { presentIdentity } from '../../identities/present.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { duplicateCredentials, duplicateWithHints } from '../../messages/registration.ts'
import type { FlowContext } from '../flow-context.ts'
import { type CsrfSecret, newCsrfSecret } from '../http/csrf.ts'
import { transientPayload } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { type Outcome, refused } from '../model/outcome.ts'
import { acceptLoginRequest, type ClientRedirect, signInStart } from '../oauth2/accept.ts'
import { sameRequest } from '../oauth2/carried-request.ts'
import { denySignUp } from '../organization/deny.ts'
import type { Rejected } from '../ports/strategy-outcome.ts'
import type { RegistrationOutcome } from '../ports/strategy.ts'
import type { HookEvent } from '../ports/web-hooks.ts'
import { flowPage } from '../presentation/present.ts'
import { answer } from '../steps/answer.ts'
import { accountDisabledRefusal } from '../steps/disabled.ts'
import { fieldsOf } from '../steps/guards.ts'
import { openSession, recordPassed } from '../steps/open-session.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { type IssuedSession, presentIssuedSession, providerDetails } from '../steps/sign-in.ts'
import { consumeProof } from '../steps/consume-proof.ts'
import {
  beginRegistrationProofs,
  beginVerifications,
  type BegunVerification,
  showVerification,
  consumeVerificationLimits,
  unverified,
  withSent,
} from '../verification/open.ts'
import { followRegistration } from './form.ts'
import { hiddenAddresses, withoutAddresses } from './hidden-addresses.ts'

type Accepted = Extract<RegistrationOutcome, { kind: 'accepted' }>

/**
 * Creates the account, or keeps it until its addresses are proved if accounts are hidden. All its rows (session,
 * verification, code, message) are written in one durable transaction before the answer.
 */
export async function finishRegistration(
  context: FlowContext,
  attempt: Attempt,
  accepted: Accepted,
  values: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { identity: offered, method } = accepted
  const hooks = hooksAfter(context.config.selfservice.flows.registration.after, method)
  const asked = { flow, request, fields: fieldsOf(attempt.submission), method, identity: offered }
  const verdict = await runPrePersistHooks(context, hooks, asked, values)
  if (verdict.kind === 'stopped') return verdict.outcome
  const changed = changeIdentity(context.schemas, offered, verdict.change, request.now)
  if (changed.kind !== 'composed') return refuseChange(context, asked, changed, values)
  const denied = await denySignUp(context, attempt, changed.identity)
  if (denied) return denied
  const hidden = hiddenAddresses(context, changed.identity)
  if (hidden.length > 0) {
    return awaitProof(context, attempt, { ...accepted, identity: changed.identity }, hidden, values)
  }
  // An inactive account waits for an approval: it gets neither session nor message, and hooks are not called.
  const isActive = changed.identity.state === 'active'
  // A new person uses this browser: forms that were drawn for the previous one must not work.
  const secret = flow.type === 'browser' ? newCsrfSecret() : undefined
  const due = isActive ? unverified(changed.identity) : []
  const begun = await beginVerifications(context, changed.identity, due, verificationOf(attempt, secret))
  const identity = withSent(changed.identity, begun, request.now)
  const event = { ...asked, identity }
  const made = await context.transactions.durable(() =>
    make(context, attempt, accepted.provider, { event, hooks: isActive ? hooks : [], begun }),
  )
  if (made === 'conflict') return reject(context, flow, await duplicate(context, identity, values))
  if ('used' in made) return made.used
  if ('limited' in made) return refused(flow, limitRefusal(made.limited, request.now))
  if (!isActive) return refused(flow, accountDisabledRefusal(identity))
  const { issued } = made
  const trouble = await runPostPersistHooks(context, hooks, { ...event, ...(issued && { session: issued.session }) })
  // No client gets its cookie or token.
  if (trouble && issued) await context.sessions.revoke(issued.session.id)
  return trouble ?? answerRegistration(context, { event, begun, issued, secret })
}

/** The options of the verification that follows a registration. */
function verificationOf({ flow, request, submission }: Attempt, secret: CsrfSecret | undefined) {
  return {
    type: flow.type,
    requestUrl: flow.requestUrl,
    // As in Ory Kratos: the requested `return_to` follows after the proof of the address.
    returnTo: flow.details.afterVerificationReturnTo ?? flow.returnTo,
    secret,
    now: request.now,
    details: sameRequest(flow.details),
    transientPayload: transientPayload(fieldsOf(submission)),
  }
}

/** Writes the account with all its rows. Belongs in a durable transaction. */
async function make(
  context: FlowContext,
  attempt: Attempt,
  provider: string | undefined,
  { event, hooks, begun }: Pick<Registered, 'begun' | 'event'> & { readonly hooks: readonly HookConfig[] },
) {
  const { flow, request } = attempt
  const { method, identity } = event
  const taken = await consumeVerificationLimits(context, request, begun)
  if (taken.kind === 'refused') return { limited: taken }
  // A form that is submitted again with another name may contain the same proof.
  const isFree = attempt.singleUseProof === undefined || (await context.identities.conflict(identity)) === undefined
  const used = isFree ? await consumeProof(context, attempt) : undefined
  if (used) {
    await taken.refund()
    return { used }
  }
  if (!isFree || (await context.identities.insert(identity)).kind === 'conflict') {
    await taken.refund()
    return 'conflict' as const
  }
  for (const { write } of begun) await write(taken.allowance)
  const { after } = context.config.selfservice.flows.registration
  const opens = identity.state === 'active' && runsHook(after, method, 'session')
  const completed = { method, aal: 'aal1', ...providerDetails(context, provider) } as const
  const issued = opens ? await openSession(context, attempt, identity, completed) : undefined
  const session = issued?.session
  await recordPassed(context, hooks, { ...event, ...(session && { session }) }, (from) =>
    followRegistration(from, 'passed'),
  )
  const about = { identityId: identity.id, sessionId: session?.id }
  await context.events.succeeded('RegistrationSucceeded', flow, about, { method, provider })
  return { issued }
}

/** A new account, with its verifications and its session. */
interface Registered {
  readonly event: HookEvent
  readonly begun: readonly BegunVerification[]
  readonly issued: IssuedSession | undefined
  readonly secret: CsrfSecret | undefined
}

async function answerRegistration(context: FlowContext, registered: Registered): Promise<Outcome> {
  const { event, begun, issued, secret } = registered
  const { flow, request, method, identity } = event
  const { config } = context
  const { after } = config.selfservice.flows.registration
  const announced = begun.map((verification) => showVerification(context, verification))
  const shows = runsHook(after, method, 'show_verification_ui')
  const first = shows ? begun[0]?.flow : undefined
  const token: readonly ContinueWith[] =
    issued && flow.type === 'api' ? [{ action: 'set_ory_session_token', ory_session_token: issued.token }] : []
  const onward = first ? undefined : await onBehalfOf(context, flow, issued)
  // The refusal of an app carries no token.
  if (issued && flow.type === 'api' && onward?.kind === 'refused') await context.sessions.revoke(issued.session.id)
  return answer(flow, {
    onward,
    token: issued?.token,
    body: {
      ...(issued && { session: presentIssuedSession(context, issued, request.now) }),
      identity: presentIdentity(identity, config.publicBaseUrl),
    },
    continueWith: [
      ...(config.featureFlags.legacyContinueWithVerificationUi ? announced : []),
      ...(shows ? announced : []),
      ...token,
    ],
    returnUrl: context.returnUrls.after(flow.returnTo, after, method),
    page: first && flowPage(config, first),
    cookies: [...(secret ? [context.csrf.write(secret)] : []), ...(issued?.cookies ?? [])],
  })
}

/** Returns the way back to the OAuth2 client. If the sign-up opened no session, it goes through a sign-in. */
async function onBehalfOf(
  context: FlowContext,
  flow: StoredFlow,
  issued: IssuedSession | undefined,
): Promise<ClientRedirect | undefined> {
  if (issued) return acceptLoginRequest(context, flow, issued)
  const { oauth2LoginChallenge } = flow.details
  if (oauth2LoginChallenge === undefined || flow.type === 'api') return undefined
  return { kind: 'onward', location: signInStart(context, { login_challenge: oauth2LoginChallenge }) }
}

/**
 * Keeps the account until its addresses are proved, and redirects to the proof of the first one. If an account has one
 * of the addresses already, only the message to that address differs.
 */
async function awaitProof(
  context: FlowContext,
  attempt: Attempt,
  { identity: accepted, method, provider }: Extract<RegistrationOutcome, { kind: 'accepted' }>,
  addresses: readonly VerifiableAddress[],
  values: Readonly<Record<string, unknown>>,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { config } = context
  const { registration } = config.selfservice.flows
  const secret = flow.type === 'browser' ? newCsrfSecret() : undefined
  const id = randomUUID()
  const options = verificationOf(attempt, secret)
  const begun = await beginRegistrationProofs(context, { id, identity: accepted }, addresses, options)
  const identity = withSent(accepted, begun, request.now)

  const kept = await context.transactions.durable(async () => {
    const taken = await consumeVerificationLimits(context, request, begun)
    if (taken.kind === 'refused') return taken
    if (await context.identities.conflict(withoutAddresses(identity, addresses))) {
      await taken.refund()
      return 'conflict' as const
    }
    const used = await consumeProof(context, attempt)
    if (used) {
      await taken.refund()
      return { used }
    }
    await context.pendingRegistrations.insert({
      id,
      identity,
      method,
      ...(provider !== undefined && { provider }),
      flow: { ...flow, nodes: [], messages: [] },
      transientPayload: options.transientPayload,
      expiresAt: request.now + pendingLifespanMs(context),
    })
    for (const { write } of begun) await write(taken.allowance)
    await revise(context, flow, async (fresh) => ({
      state: followRegistration(fresh.state, 'passed'),
      active: method,
      messages: [],
    }))
    return 'kept' as const
  })
  if (kept === 'conflict') {
    return reject(context, flow, await duplicate(context, withoutAddresses(identity, addresses), values))
  }
  if (kept !== 'kept' && 'used' in kept) return kept.used
  if (kept !== 'kept') return refused(flow, limitRefusal(kept, request.now))
  const returnUrl = context.returnUrls.after(flow.returnTo, registration.after, method)
  const proofs = begun.map((verification) => showVerification(context, verification))
  const announced = config.featureFlags.legacyContinueWithVerificationUi ? [...proofs, ...proofs] : proofs
  const presented = presentIdentity(identity, config.publicBaseUrl)
  if (flow.type === 'api') {
    const body = { identity: presented, continue_with: announced }
    return { kind: 'done', native: true, body, location: returnUrl }
  }
  const continueWith: readonly ContinueWith[] = [
    { action: 'redirect_browser_to', redirect_browser_to: returnUrl },
    ...announced,
  ]
  return {
    kind: 'done',
    native: false,
    body: { identity: presented, continue_with: continueWith },
    location: begun[0] ? flowPage(config, begun[0].flow) : returnUrl,
    cookies: secret ? [context.csrf.write(secret)] : [],
  }
}

/** Returns the time in which a message can still be requested in its flow and followed. */
function pendingLifespanMs({ config }: Pick<FlowContext, 'config'>): number {
  const { flows, methods } = config.selfservice
  return flows.verification.lifespanMs + Math.max(methods.code.lifespanMs, methods.link.lifespanMs)
}

/**
 * Refuses a sign-in name or address that another account has. If hints are switched on, they name its owner's methods.
 * `values`: the typed text, by field.
 */
async function duplicate(
  context: Pick<FlowContext, 'config' | 'identities'>,
  identity: Identity,
  values: Readonly<Record<string, unknown>>,
): Promise<Rejected> {
  return {
    kind: 'rejected',
    form: [await hint(context, identity)],
    ...(context.config.improvements.typedStays && { values }),
  }
}

async function hint(
  { config, identities }: Pick<FlowContext, 'config' | 'identities'>,
  identity: Identity,
): Promise<Message> {
  if (!config.selfservice.flows.registration.loginHints) return duplicateCredentials()
  const names = Object.values(identity.credentials).flatMap(({ identifiers }) => identifiers)
  const found = (
    await Promise.all(
      names.map(async (name) => ({ name, owner: await identities.findByIdentifier(typesWith('findsOwner'), name) })),
    )
  ).find(({ owner }) => owner !== undefined)
  if (!found?.owner) return duplicateCredentials()
  const { owner, name } = found
  const types = Object.values(owner.credentials)
    .map(({ type }) => type)
    .filter((type) => type !== 'password' || passwordHashOf(owner) !== undefined)
  return duplicateWithHints(name, types, [])
}
