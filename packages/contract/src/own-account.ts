import type { EventActor, EventClient } from './event.ts'
import type { CredentialView, Identity } from './identity.ts'
import type { Session } from './session.ts'

/**
 * Paths that the embedded identity service has beyond the wire of Ory Kratos: reads and actions of a person on their
 * own account. Another engine answers them with 404.
 */
export const ownAccountPaths = {
  /** GET, for anyone: an `AccountFeatures`. */
  features: '/self-service/gatehouse/features',
  /** GET `?page_size=&before=`, for the signed-in person: an `ActivityPage`. */
  activity: '/self-service/gatehouse/activity',
  /** GET, for the signed-in person: an `AccountData`. */
  data: '/self-service/gatehouse/data',
  /** DELETE with `{ "confirm": "…" }`, after a recent sign-in: 204, and everything is gone. */
  account: '/self-service/gatehouse/account',
  /** GET: a list of `RememberedDevice`; DELETE: forgets all, DELETE `/{id}`: forgets one. */
  rememberedDevices: '/self-service/gatehouse/remembered-devices',
  /** GET: a list of `OwnCredential`. */
  credentials: '/self-service/gatehouse/credentials',
  /** PATCH `/{id}` with `{ "name": "…" }`: 204, and the passkey or security key has that name. */
  keys: '/self-service/gatehouse/keys',
} as const

/** The abilities of an identity service beyond the wire. */
export interface AccountFeatures {
  readonly activity: boolean
  readonly data: boolean
  readonly delete_account: boolean
  /** How many days a device may be remembered after a second factor; null: every sign-in asks for it. */
  readonly remember_device_days: number | null
  /** Whether a person can see how they sign in, and since when. */
  readonly credentials: boolean
  /** Whether recovery codes stay if they are the only second step; else they end with the last other one. */
  readonly recovery_codes_alone: boolean
  /** The fewest characters of a new password. */
  readonly password_min_length: number
}

/** One sign-in method, as its owner may see it. Never a secret. Times are RFC 3339. */
export interface OwnCredential {
  /** `password`, `passkey`, `webauthn`, `totp`, `lookup_secret`, `oidc`, `code`. */
  readonly type: string
  /** In how many ways a sign-in can begin with it at the moment; 0: it is a second step, or its method is switched off. */
  readonly ways: number
  /** It counts as a second step at the moment; of keys, one of them does. */
  readonly second_step: boolean
  /** The time of its last change: a password was set, recovery codes were created. */
  readonly changed_at: string
  /** Null: never; absent: that is not recorded. */
  readonly used_at?: string | null
  /** Passkeys and security keys, one entry each. */
  readonly keys?: readonly OwnKey[]
  /** Codes that work once each. */
  readonly codes?: { readonly left: number; readonly total: number }
  /** Accounts at providers, by id and name of the provider. */
  readonly links?: readonly { readonly id: string; readonly name: string }[]
}

/** A passkey or a security key. */
export interface OwnKey {
  /** Hexadecimal, as the settings flow names it for removal. */
  readonly id: string
  /** Its owner's name for it; else its authenticator's; empty if neither is known. */
  readonly name: string
  /** The authenticator that holds it, such as `1Password` or `YubiKey 5 Series with NFC`; null if it does not say. */
  readonly authenticator: string | null
  readonly added_at: string
  /** Null: never; absent: that is not recorded, as of keys that were added before it was. */
  readonly used_at?: string | null
  /** A sign-in can begin with it; else it is a second step. */
  readonly signs_in: boolean
}

/** The most characters of a key's name. */
export const longestKeyName = 100

/** The field by which a person skips the second step on this device for a while; its value is `true`. */
export const rememberDeviceField = 'remember_device'

/** A browser that need not give a second factor for a while. Times are RFC 3339. */
export interface RememberedDevice {
  readonly id: string
  readonly ip_address: string
  readonly user_agent: string
  readonly location: string
  readonly created_at: string
  readonly used_at: string
  readonly expires_at: string
}

/** One thing that happened to an account, as its owner may see it. */
export interface ActivityEntry {
  readonly id: string
  /** A name of the catalogue in docs/reference/events.md. */
  readonly type: string
  /** RFC 3339. */
  readonly time: string
  readonly actor: EventActor['type']
  /** Null if no request caused it, or if the operator keeps no addresses. */
  readonly client: EventClient | null
  readonly session_id: string | null
  /** Method, reason, and the names of changed values. Never values. */
  readonly data: Readonly<Record<string, unknown>>
}

/** A page of an account's history, newest first. */
export interface ActivityPage {
  readonly entries: readonly ActivityEntry[]
  /** To be handed in as `before` for the next page; null on the last one. */
  readonly next: number | null
}

/** A way to sign in, without any secret that would allow it. */
export type CredentialKind = Omit<CredentialView, 'config'>

/** Everything that is kept of an account and may be shown to its owner; never a secret. */
export interface AccountData {
  readonly exported_at: string
  readonly identity: Omit<Identity, 'credentials' | 'metadata_admin'>
  readonly credentials: readonly CredentialKind[]
  readonly sessions: readonly Omit<Session, 'identity' | 'tokenized'>[]
  /** The newest 500 entries. Null if the service keeps no history. */
  readonly activity: readonly ActivityEntry[] | null
}

/**
 * Returns the text that a person types to delete their account: the address they are known by. An account without any
 * has nothing but its id.
 */
export function deletionWord({
  id,
  verifiable_addresses: verifiable = [],
  recovery_addresses: recovery = [],
}: Pick<Identity, 'id' | 'verifiable_addresses' | 'recovery_addresses'>): string {
  return verifiable[0]?.value ?? recovery[0]?.value ?? id
}

/** In UTF-16 units: longer than any address, with spaces around it. */
const longestDeletionWord = 2_000

/** Tells whether the typed text is that word. Case and spaces around it do not matter. */
export function isDeletionWord(typed: string, identity: Parameters<typeof deletionWord>[0]): boolean {
  // Normalizing many marks at one letter takes the square of their number.
  if (typed.length > longestDeletionWord) return false
  const plain = (text: string) => text.trim().normalize('NFC').toLowerCase()
  return plain(typed) === plain(deletionWord(identity))
}
