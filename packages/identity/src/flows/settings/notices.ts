import type { HookConfig } from '../../configuration/config.ts'
import { previousAddresses } from '../../configuration/hooks.ts'
import type { NoticeTemplate } from '../../courier/templates.ts'
import type { Identity } from '../../identities/identity.ts'
import type { FlowContext } from '../flow-context.ts'

/**
 * Notifies the owner of a change of the settings, at old addresses as well, in the transaction of the change. Each
 * strategy names the changes of its credentials; equal notices are sent once. The hook `notify_previous_addresses`
 * replaces our notice to an address that the account no longer has.
 */
export async function notifyOfChange(
  { notices, strategies }: Pick<FlowContext, 'notices' | 'strategies'>,
  before: Identity,
  after: Identity,
  { endedSessions, hooks }: { readonly endedSessions: boolean; readonly hooks: readonly HookConfig[] },
): Promise<void> {
  const happened = new Set<NoticeTemplate>(
    strategies.flatMap(({ settings }) => settings?.changes?.(before, after) ?? []),
  )
  for (const notice of happened) await notices.send(after, notice, { endedSessions })
  const left = withoutThoseOf(after, before)
  const notifies = hooks.find(({ hook }) => hook === 'notify_previous_addresses')
  if (notifies === undefined) {
    await notices.send(after, 'address_changed', { to: left })
  } else if (left.length > 0 || withoutThoseOf(before, after).length > 0) {
    const to = { removed: left.filter(isProved), all_verified: before.verifiableAddresses.filter(isProved) }
    const { recipients } = previousAddresses.parse(notifies.config)
    const everybody = recipients === 'all' ? before.verifiableAddresses : to[recipients]
    await notices.send(after, 'verifiable_address_changed', { to: everybody, toAll: true })
  }
}

type Address = Identity['verifiableAddresses'][number]

const isProved = ({ verified }: Address): boolean => verified

/** Returns the addresses of one that another does not have. */
function withoutThoseOf(other: Identity, { verifiableAddresses }: Identity): readonly Address[] {
  const known = other.verifiableAddresses.map(({ value, via }) => `${via}:${value}`)
  return verifiableAddresses.filter(({ value, via }) => !known.includes(`${via}:${value}`))
}

/** Returns the notices about a list of keys, links or factors whose entries have changed. */
export function noticesOf(
  before: readonly string[],
  after: readonly string[],
  { added, removed }: { readonly added: NoticeTemplate; readonly removed: NoticeTemplate },
): readonly NoticeTemplate[] {
  return [
    ...(after.some((entry) => !before.includes(entry)) ? [added] : []),
    ...(before.some((entry) => !after.includes(entry)) ? [removed] : []),
  ]
}

/** The notices about second factors. */
export const secondFactorNotices = { added: 'second_factor_added', removed: 'second_factor_removed' } as const
/** The notices about security keys and passkeys. */
export const keyNotices = { added: 'passkey_added', removed: 'passkey_removed' } as const
