import { hooksAfter, runsHook, runPrePersistHooks, runPostPersistHooks } from '../steps/hooks.ts'
import { hasEarlierAccess, hasProvedAddress } from '../../identities/proved-address.ts'
import type { Identity } from '../../identities/identity.ts'
import { duplicateCredentials } from '../../messages/registration.ts'
import {
  addressVerified,
  addressVerifiedAnew,
  verificationCodeInvalid,
  verifyWhileSignedIn,
} from '../../messages/verification.ts'
import { acceptLoginRequest } from '../oauth2/accept.ts'
import type { FlowContext } from '../flow-context.ts'
import { newCsrfSecret, type CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from '../model/flow.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { PendingRegistration } from '../ports/pending-registrations.ts'
import { fieldsOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { signIn, providerDetails, currentSignIn, type IssuedSession } from '../steps/sign-in.ts'
import { unverified, passedVerification } from '../verification/open.ts'
import { isOwnProof } from '../verification/own-proof.ts'

type Submitted = Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>

/**
 * Records the proof of an address of a pending registration; with the last one the account is created. In the browser
 * or app that signed up it has the credentials and, if a sign-up opens one, a session. In any other one only the
 * address is proved, and the account can only be opened through it.
 */
export async function completeRegistration(
  context: FlowContext,
  attempt: Submitted,
  group: string,
  address: string,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { after } = context.config.selfservice.flows.verification
  const early = await pendingOf(context, flow)
  if (!early) return reject(context, flow, { kind: 'rejected', form: [verificationCodeInvalid()], status: 200 })
  const isOwn = await isOwnProof(context, attempt, undefined)
  const proof = {
    addresses: [address],
    backing: isOwn ? 'account' : 'address',
    now: request.now,
    flowId: flow.id,
  } as const
  const hooks = hooksAfter(after, group)
  const fields = attempt.submission ? fieldsOf(attempt.submission) : {}
  const event = { flow, request, fields, method: group, identity: context.addressProofs.preview(early.identity, proof) }
  const verdict = await runPrePersistHooks(context, hooks, event)
  if (verdict.kind === 'stopped') return verdict.outcome

  const onward = context.returnUrls.after(flow.returnTo, after)
  const done = await context.transactions.durable(async () => {
    const pending = await pendingOf(context, flow)
    if (!pending) return 'gone'
    // The holder of only one of several mailboxes must not complete an account that others share.
    const isShared = hasProvedAddress(pending.identity) || unverified(pending.identity).length > 1
    if (!isOwn && isShared) return 'owned'
    const identity = context.addressProofs.preview(pending.identity, proof)
    const made =
      unverified(identity).length > 0
        ? await keep(context, pending, identity)
        : await make(context, attempt, isOwn, pending, identity)
    if (made === 'conflict') return 'conflict'
    // The new session must not share the earlier anti-CSRF secret.
    const secret = made.issued && flow.type === 'browser' ? newCsrfSecret() : undefined
    const via = identity.verifiableAddresses.find(({ value }) => value === address)?.via ?? 'email'
    if (made.isMade) {
      await context.webHooks.enqueue(hooks, { ...event, identity })
      await context.events.succeeded('VerificationSucceeded', flow, { identityId: identity.id }, { method: group, via })
    }
    const removes = !isOwn && hasEarlierAccess(pending.identity)
    if (removes) await context.notices.send(identity, 'earlier_access_removed')
    const message = removes ? addressVerifiedAnew(via) : addressVerified(via)
    const passed = await revise(context, flow, async (fresh) => ({
      ...passedVerification(fresh, group, onward, message),
      ...(secret && fresh.csrfHash !== undefined && { csrfHash: secret.hash }),
    }))
    return { ...made, pending, identity, passed, secret }
  })
  if (done === 'gone')
    return reject(context, flow, { kind: 'rejected', form: [verificationCodeInvalid()], status: 200 })
  if (done === 'owned') return reject(context, flow, { kind: 'rejected', form: [verifyWhileSignedIn()], status: 200 })
  // Only the client that has just proved the address is informed.
  if (done === 'conflict') return reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()] })

  const { issued, pending, identity, secret } = done
  const trouble = done.isMade
    ? ((await tellRegistrationHooks(context, attempt, pending, identity, issued)) ??
      (await runPostPersistHooks(context, hooks, { ...event, identity })))
    : undefined
  const cookies = [...(secret ? [context.csrf.write(secret)] : []), ...(issued?.cookies ?? [])]
  if (trouble) return { ...trouble, cookies }
  return answer(context, { flow: done.passed, issued, cookies, secret })
}

async function pendingOf(
  { pendingRegistrations }: Pick<FlowContext, 'pendingRegistrations'>,
  { details }: StoredFlow,
): Promise<PendingRegistration | undefined> {
  const { pendingRegistration } = details
  return pendingRegistration && (await pendingRegistrations.find(pendingRegistration.id))
}

interface Made {
  readonly isMade: boolean
  readonly issued: IssuedSession | undefined
}

/** Keeps the registration while other addresses are still to be proved. */
async function keep(
  { pendingRegistrations }: Pick<FlowContext, 'pendingRegistrations'>,
  pending: PendingRegistration,
  identity: Identity,
): Promise<Made> {
  await pendingRegistrations.update({ ...pending, identity })
  return { isMade: false, issued: undefined }
}

/** Writes the account with all its rows. Belongs in a durable transaction. */
async function make(
  context: FlowContext,
  { request }: Submitted,
  isOwn: boolean,
  pending: PendingRegistration,
  identity: Identity,
): Promise<Made | 'conflict'> {
  const { after } = context.config.selfservice.flows.registration
  const { method, provider } = pending
  if ((await context.identities.insert(identity)).kind === 'conflict') return 'conflict'
  await context.pendingRegistrations.delete(pending.id)
  const isOpened = isOwn && identity.state === 'active' && runsHook(after, method, 'session')
  const opens = isOpened && (await currentSignIn(context, request)) === undefined
  const issued = opens
    ? await signIn(context, request, pending.flow.type, identity, {
        method,
        aal: 'aal1',
        ...providerDetails(context, provider),
      })
    : undefined
  const event = registrationEvent(request, pending, identity, issued)
  if (identity.state === 'active') await context.webHooks.enqueue(hooksAfter(after, method), event)
  const about = { identityId: identity.id, sessionId: issued?.session.id }
  await context.events.succeeded('RegistrationSucceeded', pending.flow, about, { method, provider })
  return { isMade: true, issued }
}

/** Calls hooks for usable accounts only: an inactive one waits for an approval. */
async function tellRegistrationHooks(
  context: FlowContext,
  { request }: Submitted,
  pending: PendingRegistration,
  identity: Identity,
  issued: IssuedSession | undefined,
): Promise<Outcome | undefined> {
  if (identity.state !== 'active') return undefined
  const hooks = hooksAfter(context.config.selfservice.flows.registration.after, pending.method)
  return runPostPersistHooks(context, hooks, registrationEvent(request, pending, identity, issued))
}

function registrationEvent(
  request: Attempt['request'],
  { flow, method, transientPayload }: PendingRegistration,
  identity: Identity,
  issued: IssuedSession | undefined,
) {
  const fields = { transient_payload: transientPayload }
  return { flow, request, fields, method, identity, ...(issued && { session: issued.session }) }
}

/** Returns the finished verification; with a session, the way back to the OAuth2 client of the sign-up. */
async function answer(
  context: FlowContext,
  {
    flow,
    issued,
    cookies,
    secret,
  }: {
    readonly flow: StoredFlow
    readonly issued: IssuedSession | undefined
    readonly cookies: readonly string[]
    readonly secret: CsrfSecret | undefined
  },
): Promise<Outcome> {
  const done = { kind: 'flow', status: 200, cookies, ...(secret && { secret }) } as const
  if (!issued) return { ...done, flow }
  const client = await acceptLoginRequest(context, flow, issued)
  if (client?.kind === 'refused') return { ...refused(flow, client.refusal), cookies }
  if (flow.type === 'api') {
    const token = { action: 'set_ory_session_token', ory_session_token: issued.token } as const
    return { ...done, flow, extra: { continue_with: [token] } }
  }
  if (!client) return { ...done, flow }
  const redirected = await revise(context, flow, async (fresh) => {
    const nodes = fresh.nodes.map((node) =>
      node.attributes.node_type === 'a' ? { ...node, attributes: { ...node.attributes, href: client.location } } : node,
    )
    return { nodes }
  })
  return { ...done, flow: redirected, page: client.location }
}
