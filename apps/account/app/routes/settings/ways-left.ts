import type { Identity } from '@gatehouse/contract/identities'
import type { SettingsFacts } from '../../flow-page/settings/facts.ts'
import { useText } from '../../text/text-source.ts'
import { useKeyNames } from './key-names.ts'
import { useStateTexts } from './state-texts.ts'

/** A way to sign in, or a second step, in words. */
interface Way {
  readonly key: string
  readonly what: string
  readonly about?: string
}

/** The ways to sign in that are left once something was removed, as far as the service says. */
export interface WaysLeft {
  /** The removed thing is a second step, and so are these. */
  readonly isSecond: boolean
  readonly ways: readonly Way[]
  /** Only recovery codes would be left: they are removed as well, or stay and run out. Absent: neither. */
  readonly codes?: 'end' | 'run_out'
}

/** Returns the ways that are left without one key, link or factor. */
export function useWaysLeft(facts: SettingsFacts, identity: Identity): (group: string, id: string) => WaysLeft {
  const t = useText('settings')
  const state = useStateTexts(facts)
  const nameOf = { passkey: useKeyNames('passkey', facts), webauthn: useKeyNames('webauthn', facts) }
  const keysOf = (group: 'passkey' | 'webauthn', signsIn: boolean, removed: string): readonly Way[] => {
    const left = facts.keys[group].filter(
      (key) => key.id !== removed && (key.signsIn ?? group === 'passkey') === signsIn,
    )
    if (left.length === 0) return []
    const what = `${t(`${group}.title`)} (${left.length})`
    return [{ key: group, what, about: left.map(nameOf[group]).join(', ') }]
  }
  const part = (group: 'password' | 'totp' | 'lookup_secret', isThere: boolean): readonly Way[] =>
    isThere ? [{ key: group, what: t(`${group}.title`), about: state(group).facts.join(' · ') }] : []
  const byCode = (identity.verifiable_addresses ?? [])
    .filter(({ verified }) => verified)
    .slice(0, 1)
    .map(({ value }) => ({ key: 'code', what: t('remove.by_code'), about: value }))

  return (group, id) => {
    const key = group === 'webauthn' ? facts.keys.webauthn.find((one) => one.id === id) : undefined
    const isSecond = group === 'totp' || group === 'lookup_secret' || (key !== undefined && key.signsIn !== true)
    if (isSecond) {
      const others = [
        ...part('totp', facts.totp !== undefined && group !== 'totp'),
        ...keysOf('webauthn', false, id),
        ...(facts.confirmsByCode ? byCode : []),
      ]
      const codes = part('lookup_secret', facts.codes !== undefined && group !== 'lookup_secret')
      return others.length > 0 || codes.length === 0
        ? { isSecond, ways: [...others, ...codes] }
        : { isSecond, ways: [], codes: facts.codesStandAlone ? 'run_out' : 'end' }
    }
    return {
      isSecond,
      ways: [
        ...keysOf('passkey', true, id),
        ...keysOf('webauthn', true, id),
        ...part('password', facts.password !== undefined && facts.password !== null),
        ...facts.links
          .filter((link) => !(group === 'oidc' && link.id === id))
          .map(({ id: provider, name }) => ({ key: `link-${provider}`, what: name })),
        ...(facts.byCode ? byCode : []),
      ],
    }
  }
}
