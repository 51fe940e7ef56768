import type { ContinueWith } from '@gatehouse/contract/continue-with'

import { hooksAfter, runsHook } from '../../configuration/hooks-after.ts'
import type { Identity } from '../../identities/identity.ts'
import { presentIdentity } from '../../identities/present.ts'
import { traitValue } from '../../identities/trait-nodes.ts'
import { limitRefusal } from '../../limits/refusal.ts'
import { duplicateCredentials } from '../../messages/registration.ts'
import { changesSaved } from '../../messages/settings.ts'
import type { SettingsOutcome } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { MoveNeeds, FormNeeds, SettingsNeeds } from '../needs.ts'
import { fieldsOf, strategyOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import type { Step } from '../steps/guards.ts'
import { askHooks, tellHooks, unusableChange, withChanges } from '../steps/ask-hooks.ts'
import { leave } from '../steps/redirect.ts'
import { strayChange } from '../organization/settings.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { addFactor } from '../steps/sign-in.ts'
import { transientPayload } from '../http/submission.ts'
import { advance } from '../model/transitions.ts'
import { notifyOfChange } from './notices.ts'
import { beginVerifications, showVerification, takeVerifications, unverified, withSent } from '../verification/open.ts'
import { drawSettings, openSettings } from './form.ts'
import { settingsTransitions } from './transitions.ts'

/** Lets the chosen method look at the submission. */
export const runSettings: Step<SettingsNeeds> = async (context, attempt) => {
  const { flow, submission, visit, signedIn } = attempt
  const { id, settings } = strategyOf(attempt)
  if (!settings || !signedIn || submission.kind !== 'fields') throw new Error('earlier steps make sure of all three')
  const { identity, session } = signedIn
  const fields = fieldsOf(submission)
  const outcome = await settings.submit({ flow, submission, fields, now: visit.now, identity, session })
  switch (outcome.kind) {
    case 'changed':
      return saveSettings(context, attempt, id, outcome)
    case 'show': {
      const next = revise(context, flow, ({ nodes }) => ({ nodes: outcome.draw(nodes), messages: [] }))
      return { kind: 'flow', flow: next, status: 200, extra: { transient_payload: {} } }
    }
    case 'rejected':
      return reject(context, flow, outcome)
    case 'redirect':
      return leave(context, attempt, outcome)
    case 'refused':
      return refused(flow, outcome.refusal)
    default:
      return outcome satisfies never
  }
}

/** Stores the change. A new address starts out unproved, and gets its message in the same transaction. */
export async function saveSettings(
  context: SettingsNeeds,
  attempt: Attempt,
  method: string,
  { change, method: proof, active }: Extract<SettingsOutcome, { kind: 'changed' }>,
): Promise<Outcome> {
  const { flow, visit, signedIn } = attempt
  const { after } = context.config.selfservice.flows.settings
  const { type, requestUrl, returnTo } = flow
  if (!signedIn) throw new Error('requireSession comes before this')

  const hooks = hooksAfter(after, method)
  const event = { flow, visit, fields: fieldsOf(attempt.submission), method, session: signedIn.session }
  const wanted = change(signedIn.identity)
  const answer = await askHooks(context, hooks, { ...event, identity: wanted }, typedTraits(context, method, wanted))
  if (answer.kind === 'stopped') return answer.outcome

  const saved = context.transactions.durable(() => {
    const fresh = context.identities.find(signedIn.identity.id)
    const current = context.sessions.byToken(signedIn.token, visit.now)
    // Deleted, switched off or signed out while the submission was looked at.
    if (!fresh || current.kind !== 'signed_in') return 'ended'
    const changed = withChanges(context, change(fresh), answer.changes, visit.now)
    if (!changed) return 'unusable'
    const stray = strayChange(context, changed, fresh)
    if (stray) return { stray }
    const known = new Set(fresh.verifiableAddresses.map(({ value }) => value))
    const added = unverified(changed).filter(({ value }) => !known.has(value))
    const begun = beginVerifications(context, changed, added, {
      type,
      requestUrl,
      returnTo: flow.returnTo,
      secret: visit.secret,
      now: visit.now,
      transientPayload: transientPayload(event.fields),
    })
    const identity = withSent(changed, begun, visit.now)
    const taken = takeVerifications(context, visit, begun)
    if (taken.kind === 'refused') return { limited: taken }
    const entered = proof ? addFactor(context, visit, signedIn, proof) : current
    if (entered.kind !== 'signed_in') {
      taken.giveBack()
      return 'ended'
    }
    if (context.identities.update(identity).kind === 'conflict') {
      taken.giveBack()
      return 'conflict'
    }
    for (const { write } of begun) write(taken.allowance)
    const endsOthers = runsHook(after, method, 'revoke_active_sessions')
    if (endsOthers) context.sessions.revokeOthers(identity.id, entered.session.id)
    notifyOfChange(context, fresh, identity, { endedSessions: endsOthers })
    context.webHooks.enqueue(hooks, { ...event, identity, session: entered.session })
    const about = { identityId: identity.id, sessionId: entered.session.id }
    context.events.succeeded('SettingsSucceeded', flow, about, { method })
    return { begun, identity, session: entered.session, flow: succeed(context, attempt, identity, active) }
  })
  if (saved === 'ended') return refused(flow, { code: 401, reason: 'The session has ended meanwhile. Please sign in.' })
  if (saved === 'unusable') return unusableChange(flow)
  if (saved === 'conflict') return reject(context, flow, { kind: 'rejected', form: [duplicateCredentials()] })
  if ('limited' in saved) return refused(flow, limitRefusal(saved.limited, visit.now))
  if ('stray' in saved) return reject(context, flow, saved.stray)

  const { identity, session, begun } = saved
  const trouble = await tellHooks(context, hooks, { ...event, identity, session })
  if (trouble) return trouble
  // An app is not told a token here, so it keeps its own.
  const isRaised = type === 'browser' && session.aal !== signedIn.session.aal
  const token = isRaised ? context.sessions.renewToken(session) : signedIn.token
  const returnUrl = context.returnUrls.after(returnTo, after, method, flowPage(context.config, flow))
  const shown = runsHook(after, method, 'show_verification_ui')
    ? begun.map((each) => showVerification(context, each))
    : []
  const continueWith: readonly ContinueWith[] =
    type === 'api' ? shown : [{ action: 'redirect_browser_to', redirect_browser_to: returnUrl }, ...shown]
  return {
    kind: 'flow',
    flow: saved.flow,
    status: 200,
    page: shown[0]?.action === 'show_verification_ui' ? (shown[0].flow.url ?? returnUrl) : returnUrl,
    extra: {
      identity: presentIdentity(identity, context.config.publicBaseUrl),
      ...(continueWith.length > 0 && { continue_with: continueWith }),
    },
    ...(type === 'browser' && { cookies: [context.sessions.writeCookie(session, token, visit.now)] }),
  }
}

/** The flow says that it is done, and names a fresh one for the next change. */
function succeed(
  context: FormNeeds & MoveNeeds & Pick<FlowContext, 'memberships'>,
  { flow, visit }: Attempt,
  identity: Identity,
  active: string | undefined,
) {
  const { type, requestUrl, returnTo } = flow
  const { organizationId } = identity.organizationId === undefined ? flow.details : identity
  const opened = openSettings(context, {
    type,
    requestUrl,
    returnTo,
    secret: visit.secret,
    identity,
    organizationId: context.memberships.active(organizationId)?.id,
    now: visit.now,
  })
  return revise(context, flow, (fresh) => ({
    state: advance(settingsTransitions, fresh.state, 'saved'),
    nodes: drawSettings(context, fresh, identity),
    messages: [changesSaved()],
    active,
    details: { ...fresh.details, successorId: opened.id },
  }))
}

/** What the fields of the profile should show of a change that is not stored; those left out are empty. */
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
