import type { NoticeTemplate } from '../../courier/templates.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Tells the owner what was changed in the settings, in the transaction of the change: old addresses of theirs too. Each
 * strategy knows what a change of its credentials is called; of two that say the same, one message is sent.
 */
export async function notifyOfChange(
  { notices, strategies }: Pick<FlowContext, 'notices' | 'strategies'>,
  before: Identity,
  after: Identity,
  { endedSessions }: { readonly endedSessions: boolean },
): Promise<void> {
  const happened = new Set<NoticeTemplate>(
    strategies.flatMap(({ settings }) => settings?.changes?.(before, after) ?? []),
  )
  for (const notice of happened) await notices.send(after, notice, { endedSessions })
  const kept = after.verifiableAddresses.map(({ value }) => value)
  const left = before.verifiableAddresses.filter(({ value }) => !kept.includes(value))
  await notices.send(after, 'address_changed', { to: left })
}
