import type { NoticeTemplate } from '../../courier/templates.ts'

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
