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
export async function onWaitingAddress(
  context: SettingsNeeds,
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
    const taken = await takeVerifications(context, request, begun)
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
