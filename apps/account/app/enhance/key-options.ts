import { toBytes } from './base64url.ts'

/** Options of the wire: those of the browser, with base64url in place of bytes. */
export interface WireOptions {
  readonly publicKey: {
    readonly challenge: string
    readonly rpId?: string
    readonly rp?: { readonly id?: string }
    readonly user?: { readonly id: string; readonly name: string; readonly displayName: string }
    readonly allowCredentials?: readonly WireKey[]
    readonly excludeCredentials?: readonly WireKey[]
  }
}

interface WireKey {
  readonly type: 'public-key'
  readonly id: string
}

/** The content of a node's value. A sign-up names the field whose value labels a new passkey. */
export interface ReadQuestion {
  readonly options: WireOptions
  readonly nameField: string | undefined
}

/** Reads a node's value; undefined if it is malformed. */
export function readQuestion(value: unknown): ReadQuestion | undefined {
  try {
    const read: unknown = JSON.parse(String(value))
    const inner = member(read, 'credentialOptions')
    const nameField = member(read, 'displayNameFieldName')
    const options = inner ?? read
    if (typeof member(member(options, 'publicKey'), 'challenge') !== 'string') return undefined
    return { options: options as WireOptions, nameField: typeof nameField === 'string' ? nameField : undefined }
  } catch {
    return undefined
  }
}

/** Returns options for `navigator.credentials.create`. `shownAs` is the name the device will show. */
export function toCreate({ publicKey }: WireOptions, shownAs: string | undefined): PublicKeyCredentialCreationOptions {
  const user = publicKey.user ?? { id: '', name: '', displayName: '' }
  return {
    ...(publicKey as object as PublicKeyCredentialCreationOptions),
    challenge: toBytes(publicKey.challenge),
    user: { ...user, id: toBytes(user.id), ...(shownAs && { name: shownAs, displayName: shownAs }) },
    excludeCredentials: keys(publicKey.excludeCredentials),
  }
}

/** Returns options for `navigator.credentials.get`. */
export function toGet({ publicKey }: WireOptions): PublicKeyCredentialRequestOptions {
  return {
    ...(publicKey as object as PublicKeyCredentialRequestOptions),
    challenge: toBytes(publicKey.challenge),
    allowCredentials: keys(publicKey.allowCredentials),
  }
}

function keys(list: readonly WireKey[] = []): PublicKeyCredentialDescriptor[] {
  return list.map((key) => ({ ...key, id: toBytes(key.id) }))
}

function member(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
}
