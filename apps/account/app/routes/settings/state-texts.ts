import { fewLeft, type SettingsFacts } from '../../flow-page/settings/facts.ts'
import { useAgo } from '../../text/ago.ts'
import { type Say, useText } from '../../text/text-source.ts'

/** The state of a part in a line: its facts, and the exact times as its tooltip. */
export interface StateText {
  readonly facts: readonly string[]
  readonly exact?: string
  /** The current state, beside the name. */
  readonly badge?: string
  /** The problem, beside the name. */
  readonly warning?: string
  /** Whether there is anything of it yet; nothing: the service does not say. */
  readonly isSet: boolean | undefined
}

/** Says in which state the parts of the settings are. */
export function useStateTexts(facts: SettingsFacts): (group: string) => StateText {
  const t = useText('settings')
  const ago = useAgo()
  const used = (at: string | null | undefined) =>
    at === undefined ? [] : at === null ? [t('state.never_used')] : [t('state.used', { when: ago(at).text })]
  return (group) => {
    switch (group) {
      case 'password':
        return passwordState(t, ago, facts)
      case 'passkey':
      case 'webauthn': {
        const keys = facts.keys[group]
        if (keys.length === 0) return notSet(t)
        const last = keys
          .flatMap(({ usedAt }) => usedAt ?? [])
          .toSorted()
          .at(-1)
        const isRecorded = keys.some(({ usedAt }) => usedAt !== undefined)
        return {
          isSet: true,
          badge: String(keys.length),
          facts: [keys.flatMap(({ name }) => name || []).join(', '), ...used(isRecorded ? (last ?? null) : undefined)],
          ...(last !== undefined && { exact: ago(last).exact }),
        }
      }
      case 'totp': {
        const { totp } = facts
        if (!totp) return notSet(t)
        const added =
          totp.addedAt === undefined ? [t('state.set')] : [t('state.added', { when: ago(totp.addedAt).text })]
        return {
          isSet: true,
          facts: [...added, ...used(totp.usedAt)],
          ...(totp.addedAt !== undefined && { exact: ago(totp.addedAt).exact }),
        }
      }
      case 'lookup_secret': {
        const { codes } = facts
        if (!codes) return notSet(t)
        const { left, total, createdAt } = codes
        const count = left === undefined || total === undefined ? t('state.set') : t('state.codes', { left, total })
        const created = createdAt === undefined ? [] : [t('state.created', { when: ago(createdAt).text })]
        const few = fewLeft(codes)
        return {
          isSet: true,
          facts: [count, ...created],
          ...(few !== undefined && { warning: t(few === 0 ? 'state.none_left' : 'state.few') }),
          ...(createdAt !== undefined && { exact: ago(createdAt).exact }),
        }
      }
      case 'oidc':
        return facts.links.length === 0
          ? notSet(t)
          : { isSet: true, facts: [facts.links.map(({ name }) => name).join(', ')] }
      default:
        return { isSet: undefined, facts: [] }
    }
  }
}

function notSet(t: Say<'settings'>): StateText {
  return { isSet: false, facts: [t('state.none')] }
}

function passwordState(t: Say<'settings'>, ago: ReturnType<typeof useAgo>, { password }: SettingsFacts): StateText {
  if (password === undefined) return { isSet: undefined, facts: [t('password.intro')] }
  if (password === null) return notSet(t)
  const { text, exact } = ago(password.changedAt)
  return { isSet: true, facts: [t('state.changed', { when: text })], exact }
}
