import type { ContinueWith } from '@gatehouse/contract/flows'

import { mayOpen } from '../../identities/proved-address.ts'
import { hooksAfter, runsHook, runPrePersistHooks, runPostPersistHooks } from '../steps/hooks.ts'
import type { Identity } from '../../identities/identity.ts'
import { accountDisabledMessage } from '../../messages/login.ts'
import { recovered, recoveryCodeInvalid } from '../../messages/recovery.ts'
import type { RecoveryOutcome } from '../ports/strategy.ts'
import type { FlowContext } from '../flow-context.ts'
import type { StoredFlow } from '../model/flow.ts'
import { newCsrfSecret } from '../http/csrf.ts'
import { fieldsOf } from '../steps/guards.ts'
import type { Attempt } from '../model/attempt.ts'
import { accountDisabledRefusal } from '../steps/disabled.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { requestUrl } from '../http/query.ts'
import { reject } from '../steps/reject.ts'
import { revise } from '../steps/revise.ts'
import { openSettings } from '../settings/form.ts'
import { signIn } from '../steps/sign-in.ts'
import { followRecovery } from './form.ts'

/** Finishes a recovery: a session of one factor, and the settings for a new sign-in method. */
export async function finishRecovery(
  context: FlowContext,
  attempt: Pick<Attempt, 'flow' | 'request'> & Partial<Pick<Attempt, 'submission'>>,
  { identityId, method, address }: Extract<RecoveryOutcome, { kind: 'recovered' }>,
): Promise<Outcome> {
  const { flow, request } = attempt
  const { config } = context
  const methodId = method === 'link_recovery' ? 'link' : 'code'
  const { recovery, settings } = config.selfservice.flows
  const hooks = hooksAfter(recovery.after, method)
  const early = await context.identities.find(identityId)
  const fields = attempt.submission ? fieldsOf(attempt.submission) : {}
  const event = early && { flow, request, fields, method, identity: early }
  const answer = event && (await runPrePersistHooks(context, hooks, event))
  if (answer?.kind === 'stopped') return answer.outcome
  const wrong = () => reject(context, flow, { kind: 'rejected', form: [recoveryCodeInvalid()], status: 200 })
  if (!event) return wrong()
  // The session may belong to another person than the cookie before it.
  const secret = flow.type === 'browser' ? newCsrfSecret() : undefined

  const opened = await context.transactions.durable(async () => {
    const found = await context.identities.find(identityId)
    // The address may have left the account since the code was sent.
    const isTheirs =
      address === undefined ||
      (found?.recoveryAddresses.some(({ value }) => value === address) === true && mayOpen(found, address))
    if (!found || !isTheirs) return { outcome: await wrong() }
    const closed = await objection(context, flow, found)
    if (closed) return { outcome: closed }
    const { identity, removed } = await proveBy(context, attempt, found, address)
    const next = await signIn(context, request, flow.type, identity, { method, aal: 'aal1' })
    const endsOthers = runsHook(recovery.after, method, 'revoke_active_sessions')
    if (endsOthers) await context.sessions.revokeOthers(identity.id, next.session.id)
    if (removed) await context.notices.send(identity, 'earlier_access_removed')
    else await context.notices.send(identity, 'account_recovered', { endedSessions: endsOthers })
    // Before the recovery, an attacker on a trusted device may have had the account.
    await context.rememberedDevices.forget(identity.id)
    const settingsOpened = await openSettings(context, {
      type: flow.type,
      requestUrl: requestUrl(config.publicBaseUrl, request),
      returnTo: flow.returnTo,
      secret,
      identity,
      now: request.now,
      messages: [recovered(next.session.authenticatedAt + settings.privilegedSessionMaxAgeMs)],
    })
    const done = await revise(context, flow, async (fresh) => ({
      state: followRecovery(fresh.state, 'passed'),
      messages: [],
      ...(secret && fresh.csrfHash !== undefined && { csrfHash: secret.hash }),
    }))
    await context.webHooks.enqueue(hooks, { ...event, identity, session: next.session })
    await context.events.succeeded(
      'RecoverySucceeded',
      flow,
      { identityId, sessionId: next.session.id },
      { method: methodId },
    )
    return { entered: next, settingsFlow: settingsOpened, passed: done }
  })
  if ('outcome' in opened) return opened.outcome
  const { entered } = opened

  const trouble = await runPostPersistHooks(context, hooks, {
    ...event,
    identity: entered.identity,
    session: entered.session,
  })
  if (trouble) {
    // No client gets its cookie or token.
    await context.sessions.revoke(entered.session.id)
    return trouble
  }
  return recoveredAnswer(context, flow, { method, secret, ...opened })
}

/** The result of a recovery. */
interface Recovered {
  readonly method: Extract<RecoveryOutcome, { kind: 'recovered' }>['method']
  readonly secret: ReturnType<typeof newCsrfSecret> | undefined
  readonly entered: Awaited<ReturnType<typeof signIn>>
  readonly settingsFlow: StoredFlow
  /** The recovery, which has passed. */
  readonly passed: StoredFlow
}

/** Answers a recovery: with the settings, where the person chooses a new sign-in method. */
function recoveredAnswer(
  { config, csrf }: Pick<FlowContext, 'config' | 'csrf'>,
  flow: StoredFlow,
  { method, secret, entered, settingsFlow, passed }: Recovered,
): Outcome {
  const page = flowPage(config, settingsFlow)
  const cookies = [...(secret ? [csrf.write(secret)] : []), ...entered.cookies]
  // A browser opens the link, regardless of its Accept header and of the client that requested the link.
  if (method === 'link_recovery') return { kind: 'redirect', status: 303, location: page, cookies }
  const native = flow.type === 'api'
  if (!config.featureFlags.useContinueWithTransitions)
    return { kind: 'location_change', native, location: page, cookies }
  const continueWith: readonly ContinueWith[] = [
    ...(native ? [{ action: 'set_ory_session_token', ory_session_token: entered.token } as const] : []),
    { action: 'show_settings_ui', flow: { id: settingsFlow.id, url: page } },
  ]
  return {
    kind: 'flow',
    flow: passed,
    status: 200,
    page,
    extra: {
      continue_with: continueWith,
      ...(!config.featureFlags.chooseRecoveryAddress && { transient_payload: {} }),
    },
    cookies,
    ...(secret && { secret }),
  }
}

/** Returns the refusal of a recovery of this account in its present state. */
async function objection(
  context: FlowContext,
  flow: Attempt['flow'],
  identity: Identity,
): Promise<Outcome | undefined> {
  if (identity.state !== 'active') {
    return context.config.improvements.disabledInForms
      ? reject(context, flow, { kind: 'rejected', form: [accountDisabledMessage()], identityId: identity.id })
      : refused(flow, accountDisabledRefusal(identity))
  }
  const organization = flow.details.adminCreated ? undefined : await context.memberships.ofIdentity(identity)
  if (!organization) return undefined
  const reason = `People of ${organization.label} sign in through their organization; this account cannot be recovered here.`
  return refused(flow, { code: 403, reason })
}

/** Records the proof of the address whose message was followed; there was no session. */
async function proveBy(
  { addressProofs }: Pick<FlowContext, 'addressProofs'>,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  identity: Identity,
  address: string | undefined,
): Promise<{ readonly identity: Identity; readonly removed: boolean }> {
  if (address === undefined) return { identity, removed: false }
  const proof = { addresses: [address], backing: 'address', now: request.now, flowId: flow.id } as const
  const recorded = await addressProofs.record(identity, proof)
  if (recorded.kind !== 'recorded') throw new Error('whether the address may open the account was looked at before')
  return recorded
}
