import { limitRefusal } from '../../limits/refusal.ts'
import { addressNotWaiting } from '../../messages/settings.ts'
import type { SettingsOutcome } from '../ports/strategy.ts'
import type { SettingsNeeds } from '../needs.ts'
import type { Attempt } from '../model/attempt.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { flowPage } from '../presentation/present.ts'
import { reject } from '../steps/reject.ts'
import { takeVerifications } from '../verification/open.ts'
import { awaitAnew } from './await-address.ts'
import { drawSettings } from './form.ts'
import { backToSettings, causeOf, savedAnswer, succeed } from './succeed.ts'
import { waitingChanges } from './waiting-changes.ts'

/** Has the message for an address sent again that waits for its proof, or gives the change up. */
export function onWaitingAddress(
  context: SettingsNeeds,
  attempt: Attempt,
  { does, id }: Extract<SettingsOutcome, { kind: 'waiting_address' }>,
): Outcome {
  const { flow, request, signedIn } = attempt
  const { config } = context
  if (!signedIn) throw new Error('requireSession comes before this')
  const done = context.transactions.durable(() => {
    const identity = context.identities.find(signedIn.identity.id)
    if (!identity) return 'gone'
    const waiting = waitingChanges(context, identity, request.now).find((change) => change.id === id)
    if (!waiting) return 'gone'
    if (does === 'discard') {
      context.pendingAddressChanges.delete(waiting.id)
      const saved = succeed(context, attempt, identity, { active: undefined, waits: false })
      return { flow: saved, identity, begun: [] }
    }
    const { change, begun } = awaitAnew(context, identity, waiting, backToSettings(context, causeOf(attempt)))
    const taken = takeVerifications(context, request, begun)
    if (taken.kind === 'refused') return { limited: taken }
    context.pendingAddressChanges.update(change)
    for (const { write } of begun) write(taken.allowance)
    return { flow: succeed(context, attempt, identity, { active: undefined, waits: true }), identity, begun }
  })
  if (done === 'gone') {
    const nodes = drawSettings(context, flow, signedIn.identity, request.now)
    return reject(context, flow, { kind: 'rejected', form: [addressNotWaiting()], nodes })
  }
  if ('limited' in done) return refused(flow, limitRefusal(done.limited, request.now))
  const { after } = config.selfservice.flows.settings
  const returnUrl = context.returnUrls.after(flow.returnTo, after, 'profile', flowPage(config, flow))
  return savedAnswer(context, done.flow, done.identity, { returnUrl, shown: done.begun })
}
