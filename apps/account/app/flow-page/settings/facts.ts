import type { AccountFeatures, OwnCredential } from '@gatehouse/contract/account'
import type { AddressProof } from './address-proof.ts'
import { isInputNode, type InputNode, type UiNode } from '@gatehouse/contract/flows'

/** A passkey or a security key. Facts that the service does not send are absent; times are RFC 3339. */
export interface KeyFact {
  /** As its removal names it. */
  readonly id: string
  /** Empty: it has none. */
  readonly name: string
  readonly authenticator?: string
  readonly addedAt?: string
  /** Null: never. */
  readonly usedAt?: string | null
  readonly signsIn?: boolean
  /** False: it is the last way in. */
  readonly removable: boolean
}

/** An account at a provider. */
export interface LinkFact {
  readonly id: string
  readonly name: string
  readonly removable: boolean
}

/** Recovery codes that are set up. Facts that the service does not send are absent; `createdAt` is RFC 3339. */
export interface CodesFact {
  readonly createdAt?: string
  readonly left?: number
  readonly total?: number
}

/** So few of the recovery codes that new ones should be made. */
const few = 3

/** Returns the number of codes left if it is small or zero. */
export function fewLeft({ left }: CodesFact): number | undefined {
  return left !== undefined && left <= few ? left : undefined
}

/** The facts about an account that the settings show without a form. */
export interface SettingsFacts {
  /** The part that is open; absent: all of them are rows. */
  readonly open?: string
  /** Parts that the service offers, in their fixed order. */
  readonly groups: readonly string[]
  readonly keys: { readonly passkey: readonly KeyFact[]; readonly webauthn: readonly KeyFact[] }
  readonly links: readonly LinkFact[]
  /** Absent: not set up. */
  readonly totp?: { readonly addedAt?: string; readonly usedAt?: string | null }
  /** Absent: none are set up. */
  readonly codes?: CodesFact
  /** Null: there is none; absent: unknown. */
  readonly password?: { readonly changedAt: string } | null
  /** A code to an address signs in. */
  readonly byCode: boolean
  /** A code to an address is a second step. */
  readonly confirmsByCode: boolean
  /** Recovery codes remain if they are the only second step. */
  readonly codesStandAlone: boolean
  /** The service names keys, and reports removals to the owner. */
  readonly isOwn: boolean
  readonly passwordMinLength?: number
  /** The code that a new address waits for. */
  readonly proof?: AddressProof
}

/** The service's answers besides the flow; undefined: it has no such calls. */
export interface OwnAnswers {
  readonly credentials: readonly OwnCredential[]
  readonly codesStandAlone: boolean
  readonly passwordMinLength: AccountFeatures['password_min_length'] | undefined
}

/** Reads the facts from the nodes of a flow, and from the service's other answers. */
export function factsOf(
  nodes: readonly UiNode[],
  own: OwnAnswers | undefined,
): Omit<SettingsFacts, 'groups' | 'open' | 'proof'> {
  const buttons = nodes.filter(isInputNode)
  const has = (name: string) => buttons.some(({ attributes }) => attributes.name === name)
  const find = (type: string) => own?.credentials.find((one) => one.type === type)
  const totp = find('totp')
  const codes = find('lookup_secret')
  const password = find('password')
  return {
    keys: {
      passkey: keysOf(buttons, 'passkey', find('passkey')),
      webauthn: keysOf(buttons, 'webauthn', find('webauthn')),
    },
    links: linksOf(buttons, find('oidc')),
    ...((totp || has('totp_unlink')) && {
      totp: totp ? { addedAt: totp.changed_at, ...(totp.used_at !== undefined && { usedAt: totp.used_at }) } : {},
    }),
    ...((codes || has('lookup_secret_disable')) && { codes: codesOf(codes) }),
    ...(own && { password: password ? { changedAt: password.changed_at } : null }),
    byCode: (find('code')?.ways ?? 0) > 0,
    confirmsByCode: find('code')?.second_step === true,
    codesStandAlone: own?.codesStandAlone ?? true,
    isOwn: own !== undefined,
    ...(own?.passwordMinLength !== undefined && { passwordMinLength: own.passwordMinLength }),
  }
}

/** Returns the service's facts about recovery codes. */
export function codesOf(own: OwnCredential | undefined): CodesFact {
  return own ? { createdAt: own.changed_at, ...own.codes } : {}
}

function keysOf(buttons: readonly InputNode[], type: string, own: OwnCredential | undefined): readonly KeyFact[] {
  return buttons
    .filter(({ attributes }) => attributes.name === `${type}_remove`)
    .map(({ attributes, meta }) => {
      const id = String(attributes.value)
      const known = own?.keys?.find((key) => key.id === id)
      const { display_name: name, added_at: addedAt } = meta.label?.context ?? {}
      return {
        id,
        // The wire's name for a key without a name.
        name: known?.name ?? (typeof name === 'string' && name !== 'unnamed' ? name : ''),
        ...(known?.authenticator && { authenticator: known.authenticator }),
        ...(typeof addedAt === 'string' && { addedAt }),
        ...(known && { signsIn: known.signs_in }),
        ...(known?.used_at !== undefined && { usedAt: known.used_at }),
        removable: !attributes.disabled,
      }
    })
}

/** The last link has no button to remove it; then only the service's own call knows that it is there. */
function linksOf(buttons: readonly InputNode[], own: OwnCredential | undefined): readonly LinkFact[] {
  const removable = buttons
    .filter(({ attributes }) => attributes.name === 'unlink')
    .map(({ attributes, meta }) => {
      const id = String(attributes.value)
      const name = meta.label?.context?.['provider']
      return { id, name: typeof name === 'string' && name !== '' ? name : id, removable: true }
    })
  const kept = (own?.links ?? []).filter(({ id }) => !removable.some((one) => one.id === id))
  return [...removable, ...kept.map((link) => ({ ...link, removable: false }))]
}
