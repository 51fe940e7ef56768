import { Secret, TOTP } from 'otpauth'

/** The settings of an authenticator app. */
export interface AuthenticatorKey {
  /** In base32, or the key itself as text. */
  readonly secret: { readonly base32: string } | { readonly text: string }
  /** The account's name, as the app shows it. */
  readonly account: string
  readonly algorithm?: string
  readonly digits?: number
  /** Seconds. */
  readonly period?: number
}

/** Returns the URL that authenticator apps read; undefined if the secret is none. */
export function authenticatorUrl({ secret, account, ...more }: AuthenticatorKey): string | undefined {
  try {
    const key = 'text' in secret ? Secret.fromUTF8(secret.text) : Secret.fromBase32(secret.base32.replaceAll(' ', ''))
    return new TOTP({ secret: key, label: account, ...more }).toString()
  } catch {
    return undefined
  }
}
