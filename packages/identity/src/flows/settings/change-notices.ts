import type { NoticeTemplate } from '../../courier/templates.ts'

/** What is said of a list of keys, links or factors that has other entries than before. */
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

/** What is said of second factors. */
export const secondFactorNotices = { added: 'second_factor_added', removed: 'second_factor_removed' } as const
/** What is said of security keys and passkeys. */
export const keyNotices = { added: 'passkey_added', removed: 'passkey_removed' } as const
