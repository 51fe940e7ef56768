import type { ContinueWith } from '@gatehouse/contract/flows'

import type { HookConfig } from '../../configuration/config.ts'
import { hooksAfter, runsHook, runPrePersistHooks, refuseChange, runPostPersistHooks } from '../steps/hooks.ts'
import { changeIdentity, type IdentityChange } from '../../identities/change-identity.ts'
import type { Identity } from '../../identities/identity.ts'
import { presentIdentity } from '../../identities/present.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { duplicateCredentials } from '../../messages/registration.ts'
import { addressNotWaiting, addressWaits, changesSaved } from '../../messages/settings.ts'
import type { FlowContext } from '../flow-context.ts'
import { transientPayload } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { type Outcome, refused } from '../model/outcome.ts'
import { advance, settingsTransitions } from '../model/transitions.ts'
import { strayChange } from '../organization/settings.ts'
import type { SettingsOutcome } from '../ports/strategy.ts'
import type { HookEvent } from '../ports/web-hooks.ts'
import { flowPage } from '../presentation/present.ts'
import { sendRedirect } from '../steps/answer.ts'
import { fieldsOf, type Step, strategyOf } from '../steps/guards.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { addFactor } from '../steps/sign-in.ts'
import {
  beginVerifications,
  type BegunVerification,
  showVerification,
  consumeVerificationLimits,
  unverified,
  type VerificationCause,
  withSent,
} from '../verification/open.ts'
import { awaitAddresses, awaitAnew, keepAwaited } from './await-address.ts'
import { drawSettings, openSettings, waitingChanges } from './form.ts'
import { holdBack } from './hold-back.ts'
import { notifyOfChange } from './notices.ts'

/** Runs the chosen method on the submission. */
export const runSettings: Step = async (context, attempt) => {
  const { flow, submission, request, signedIn } = attempt
  const { id, settings } = strategyOf(attempt)
  if (!settings || !signedIn || submission.kind !== 'fields') throw new Error('earlier steps make sure of all three')
  const { identity, session } = signedIn
  const fields = fieldsOf(submission)
  const outcome = await settings.submit({ flow, submission, fields, now: request.now, identity, session })
  switch (outcome.kind) {
    case 'changed':
      return saveSettings(context, attempt, id, outcome)
    case 'show': {
      const next = await revise(context, flow, async ({ nodes }) => ({ nodes: outcome.draw(nodes), messages: [] }))
      return { kind: 'flow', flow: next, status: 200, extra: { transient_payload: {} } }
    }
    case 'waiting_address':
      return onWaitingAddress(context, attempt, outcome)
    case 'rejected':
      return reject(context, flow, outcome)
    case 'redirect':
      return sendRedirect(context, attempt, outcome)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

/** Stores the change. A new address is unproved at first, and gets its message in the same transaction. */
export async function saveSettings(
  context: FlowContext,
  attempt: Attempt,
  method: string,
  outcome: Extract<SettingsOutcome, { kind: 'changed' }>,
): Promise<Outcome> {
  const { flow, request, signedIn } = attempt
  const { after } = context.config.selfservice.flows.settings
  const { type, returnTo } = flow
  if (!signedIn) throw new Error('requireSession comes before this')

  const hooks = hooksAfter(after, method)
  const event = { flow, request, fields: fieldsOf(attempt.submission), method, session: signedIn.session }
  const changed = (before: Identity) => context.withoutLoneSpares(before, outcome.change(before))
  const wanted = changed(signedIn.identity)
  const typed = typedTraits(context, method, wanted)
  const answer = await runPrePersistHooks(context, hooks, { ...event, identity: wanted }, typed)
  if (answer.kind === 'stopped') return answer.outcome

  const saved = await context.transactions.durable(() =>
    storeChange(context, attempt, { signedIn, outcome, changed, hooks, event, byHooks: answer.change }),
  )
  if (saved === 'ended') return refused(flow, { code: 401, reason: 'Your session has ended. Please sign in.' })
  if (saved === 'conflict') return reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()] })
  if ('unfit' in saved) return refuseChange(context, event, saved.unfit, typed)
  if ('limited' in saved) return refused(flow, limitRefusal(saved.limited, request.now))
  if ('stray' in saved) return reject(context, flow, saved.stray)

  const { identity, session, token, begun, waits } = saved
  const cookies =
    type === 'browser' ? { cookies: [context.sessions.writeCookie(session, token, request.now)] } : undefined
  const trouble = await runPostPersistHooks(context, hooks, { ...event, identity, session })
  if (trouble) return token === signedIn.token ? trouble : { ...trouble, ...cookies }
  const returnUrl = context.returnUrls.after(returnTo, after, method, flowPage(context.config, flow))
  const shows = waits || runsHook(after, method, 'show_verification_ui')
  return { ...savedAnswer(context, saved.flow, identity, { returnUrl, shown: shows ? begun : [] }), ...cookies }
}

/** A change that the hooks have agreed to. */
interface AgreedChange {
  readonly signedIn: NonNullable<Attempt['signedIn']>
  readonly outcome: Extract<SettingsOutcome, { kind: 'changed' }>
  readonly changed: (before: Identity) => Identity
  readonly hooks: readonly HookConfig[]
  readonly event: Omit<HookEvent, 'identity'>
  readonly byHooks: IdentityChange
}

/** Stores a change with its messages, its event and its background hooks; or returns what refuses it. */
async function storeChange(
  context: FlowContext,
  attempt: Attempt,
  { signedIn, outcome, changed, hooks, event, byHooks }: AgreedChange,
) {
  const { flow, request } = attempt
  const { method } = event
  const { after } = context.config.selfservice.flows.settings
  const current = await context.sessions.byToken(signedIn.token, request.now)
  // The account was deleted or switched off, or the session ended, while the submission was checked.
  if (current.kind !== 'signed_in') return 'ended'
  const { identity: fresh } = current
  const composed = changeIdentity(context.schemas, changed(fresh), byHooks, request.now)
  if (composed.kind !== 'composed') return { unfit: composed }
  const { identity: next } = composed
  const stray = await strayChange(context, next, fresh)
  if (stray) return { stray }
  const { applied, held } = holdBack(context, fresh, next, request.now)
  const known = new Set(fresh.verifiableAddresses.map(({ value }) => value))
  const added = unverified(applied).filter(({ value }) => !known.has(value))
  const cause = causeOf(attempt)
  const begunNow = await beginVerifications(context, applied, added, cause)
  const awaited = await awaitAddresses(context, applied, held, {
    flow,
    method,
    cause: backToSettings(context, cause),
  })
  const sent = withSent(applied, begunNow, request.now)
  const begun = [...begunNow, ...awaited.flatMap((each) => each.begun)]
  const taken = await consumeVerificationLimits(context, request, begun)
  if (taken.kind === 'refused') return { limited: taken }
  const entered = outcome.method ? await addFactor(context, request, signedIn, outcome.method) : current
  if (entered.kind !== 'signed_in') {
    await taken.refund()
    return 'ended'
  }
  const written = await (byHooks.verifiable_addresses
    ? context.addressProofs.vouch(sent)
    : context.identities.update(sent))
  if (written.kind === 'conflict') {
    await taken.refund()
    return 'conflict'
  }
  const { identity } = written
  await keepAwaited(context, awaited, request.now)
  for (const { write } of begun) await write(taken.allowance)
  const endsOthers = runsHook(after, method, 'revoke_active_sessions')
  if (endsOthers) await context.sessions.revokeOthers(identity.id, entered.session.id)
  await notifyOfChange(context, fresh, identity, { endedSessions: endsOthers, hooks })
  if (awaited.length > 0) await context.notices.send(identity, 'address_change_requested')
  await context.webHooks.enqueue(hooks, { ...event, identity, session: entered.session })
  const about = { identityId: identity.id, sessionId: entered.session.id }
  await context.events.succeeded('SettingsSucceeded', flow, about, { method })
  const waits = awaited.length > 0
  // An app gets no new token here, so it keeps its own.
  const isRaised = flow.type === 'browser' && entered.session.aal !== current.session.aal
  return {
    begun,
    waits,
    identity,
    session: entered.session,
    token: isRaised ? await context.sessions.renewToken(entered.session) : signedIn.token,
    flow: await succeed(context, attempt, identity, { active: outcome.active, waits }),
  }
}

/** Returns the values of the profile's fields for a change that is not stored; absent ones are empty. */
function typedTraits(
  { schemas }: Pick<FlowContext, 'schemas'>,
  method: string,
  wanted: Identity,
): Readonly<Record<string, unknown>> {
  const { fields } = schemas.get(wanted.schemaId) ?? schemas.standard
  return method === 'profile'
    ? Object.fromEntries(fields.map(({ name }) => [name, traitValue(wanted.traits, name)]))
    : {}
}

/** Sends the message of a waiting address again, or discards its change. */
async function onWaitingAddress(
  context: FlowContext,
  attempt: Attempt,
  { does, id }: Extract<SettingsOutcome, { kind: 'waiting_address' }>,
): Promise<Outcome> {
  const { flow, request, signedIn } = attempt
  const { config } = context
  if (!signedIn) throw new Error('requireSession comes before this')
  const done = await context.transactions.durable(async () => {
    const identity = await context.identities.find(signedIn.identity.id)
    if (!identity) return 'gone'
    const waiting = (await waitingChanges(context, identity, request.now)).find((change) => change.id === id)
    if (!waiting) return 'gone'
    if (does === 'discard') {
      await context.pendingAddressChanges.delete(waiting.id)
      const saved = await succeed(context, attempt, identity, { active: undefined, waits: false })
      return { flow: saved, identity, begun: [] }
    }
    const { change, begun } = await awaitAnew(context, identity, waiting, backToSettings(context, causeOf(attempt)))
    const taken = await consumeVerificationLimits(context, request, begun)
    if (taken.kind === 'refused') return { limited: taken }
    await context.pendingAddressChanges.update(change)
    for (const { write } of begun) await write(taken.allowance)
    return { flow: await succeed(context, attempt, identity, { active: undefined, waits: true }), identity, begun }
  })
  if (done === 'gone') {
    const nodes = await drawSettings(context, flow, signedIn.identity, request.now)
    return reject(context, flow, { kind: 'rejected', form: [addressNotWaiting()], nodes })
  }
  if ('limited' in done) return refused(flow, limitRefusal(done.limited, request.now))
  const { after } = config.selfservice.flows.settings
  const returnUrl = context.returnUrls.after(flow.returnTo, after, 'profile', flowPage(config, flow))
  return savedAnswer(context, done.flow, done.identity, { returnUrl, shown: done.begun })
}

/** Returns the data that verifications take over from the settings flow that began them. */
function causeOf({ flow, submission, request }: Attempt): VerificationCause {
  return {
    type: flow.type,
    requestUrl: flow.requestUrl,
    returnTo: flow.returnTo,
    secret: request.secret,
    now: request.now,
    transientPayload: transientPayload(fieldsOf(submission)),
  }
}

/** Returns a cause whose proof redirects to the settings page, unless the settings have a `return_to`. */
function backToSettings({ config }: Pick<FlowContext, 'config'>, cause: VerificationCause): VerificationCause {
  return { ...cause, returnTo: cause.returnTo ?? config.selfservice.flows.settings.uiUrl }
}

/** Marks the flow as done, and names a new one for the next change. `waits`: for the proof of an address. */
async function succeed(
  context: FlowContext,
  { flow, request }: Attempt,
  identity: Identity,
  { active, waits }: { readonly active: string | undefined; readonly waits: boolean },
): Promise<StoredFlow> {
  const { type, requestUrl, returnTo } = flow
  const { organizationId } = identity.organizationId === undefined ? flow.details : identity
  const opened = await openSettings(context, {
    type,
    requestUrl,
    returnTo,
    secret: request.secret,
    identity,
    organizationId: (await context.memberships.active(organizationId))?.id,
    now: request.now,
  })
  return revise(context, flow, async (fresh) => ({
    state: advance(settingsTransitions, fresh.state, 'saved'),
    nodes: await drawSettings(context, fresh, identity, request.now),
    messages: [waits ? addressWaits() : changesSaved()],
    active,
    details: { ...fresh.details, successorId: opened.id },
  }))
}

/** Returns the answer to a save: the account, the next address, and the verifications to show. */
function savedAnswer(
  { config }: Pick<FlowContext, 'config'>,
  flow: StoredFlow,
  identity: Identity,
  { returnUrl, shown }: { readonly returnUrl: string; readonly shown: readonly BegunVerification[] },
): Extract<Outcome, { kind: 'flow' }> {
  const announced = shown.map((each) => showVerification({ config }, each))
  const continueWith: readonly ContinueWith[] =
    flow.type === 'api' ? announced : [{ action: 'redirect_browser_to', redirect_browser_to: returnUrl }, ...announced]
  const [first] = announced
  return {
    kind: 'flow',
    flow,
    status: 200,
    page: first?.action === 'show_verification_ui' ? (first.flow.url ?? returnUrl) : returnUrl,
    extra: {
      identity: presentIdentity(identity, config.publicBaseUrl),
      ...(continueWith.length > 0 && { continue_with: continueWith }),
    },
  }
}
