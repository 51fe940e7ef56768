import type { ContinueWith } from '@gatehouse/contract/flows'
import type { Identity } from '../../identities/identity.ts'
import { presentIdentity } from '../../identities/present.ts'
import { addressWaits, changesSaved } from '../../messages/settings.ts'
import type { FlowContext } from '../flow-context.ts'
import { transientPayload } from '../http/submission.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import type { Outcome } from '../model/outcome.ts'
import { advance, settingsTransitions } from '../model/transitions.ts'
import { fieldsOf } from '../steps/guards.ts'
import { revise } from '../steps/revise.ts'
import { showVerification, type BegunVerification, type VerificationCause } from '../verification/open.ts'
import { drawSettings, openSettings } from './form.ts'

/** Returns the data that verifications take over from the settings flow that began them. */
export function causeOf({ flow, submission, request }: Attempt): VerificationCause {
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
export function backToSettings({ config }: Pick<FlowContext, 'config'>, cause: VerificationCause): VerificationCause {
  return { ...cause, returnTo: cause.returnTo ?? config.selfservice.flows.settings.uiUrl }
}

/** Marks the flow as done, and names a new one for the next change. `waits`: for the proof of an address. */
export async function succeed(
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
export function savedAnswer(
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
