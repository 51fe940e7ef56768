import { bounds } from '../../http/bounds.ts'

/**
 * The maximum length of a submitted text by its kind, in UTF-16 units: more than people and programs send. The check
 * precedes all other work on the text, so that it is bounded for all characters.
 */
export const textLengths = {
  /** An address or user name, as typed. */
  name: 1_024,
  /** A code, with the characters around it that people paste. */
  code: 256,
  /** A password. The password rules have a separate limit in bytes and a separate message. */
  password: 8_192,
  /** A token of a provider or of this service, with all claims. */
  token: 65_536,
  /** An authenticator's response as JSON (an attestation may have 64 KiB), and its challenge. */
  key: 131_072,
  /** A text within traits or `transient_payload`: as long as all of an identity's traits together. */
  document: bounds.charactersOfDocument,
  /** Everything else, such as the proof of a captcha. */
  other: 16_384,
} as const

type TextKind = keyof typeof textLengths

/** The kind of a field, by the first part of its name. */
const kinds: Readonly<Record<string, TextKind>> = {
  identifier: 'name',
  password_identifier: 'name',
  email: 'name',
  address: 'name',
  recovery_address: 'name',
  recovery_confirm_address: 'name',
  recovery_select_address: 'name',
  code: 'code',
  totp_code: 'code',
  password: 'password',
  csrf_token: 'token',
  id_token: 'token',
  id_token_nonce: 'token',
  session_token: 'token',
  token: 'token',
  passkey_challenge: 'key',
  passkey_create_data: 'key',
  passkey_login: 'key',
  passkey_register: 'key',
  passkey_settings_register: 'key',
  webauthn_login: 'key',
  webauthn_register: 'key',
  traits: 'document',
  transient_payload: 'document',
}
/** A field's whole name, dots and all. */
const longestName = 1_024

/** A text that is too long for its field, or too long a field's name. */
export type TextFault =
  | { readonly kind: 'name'; readonly limit: number }
  | { readonly kind: 'text'; readonly field: string; readonly limit: number; readonly length: number }

/** Returns the maximum length of a text of this field. */
export function textLimit(field: string): number {
  const [first = ''] = field.split('.', 1)
  return textLengths[(Object.hasOwn(kinds, first) && kinds[first]) || 'other']
}

/** Returns the first text of a JSON body's fields that is too long, one level after the other; nothing: none. */
export function fieldsFault(fields: Readonly<Record<string, unknown>>): TextFault | undefined {
  for (const [name, value] of Object.entries(fields)) {
    const fault = name.length > longestName ? longName : valueFault(name, value, textLimit(name))
    if (fault) return fault
  }
  return undefined
}

/** Returns the first pair of a form or query that is too long; nothing: none. */
export function pairsFault(pairs: readonly (readonly [name: string, text: string])[]): TextFault | undefined {
  for (const [name, text] of pairs) {
    const fault = name.length > longestName ? longName : valueFault(name, text, textLimit(name))
    if (fault) return fault
  }
  return undefined
}

const longName: TextFault = { kind: 'name', limit: longestName }

function valueFault(field: string, value: unknown, limit: number): TextFault | undefined {
  if (typeof value === 'string') {
    return value.length > limit ? { kind: 'text', field, limit, length: value.length } : undefined
  }
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, part] of Object.entries(value)) {
    const within = Array.isArray(value) ? field : `${field}.${key}`
    const fault = within.length > longestName ? longName : valueFault(within, part, limit)
    if (fault) return fault
  }
  return undefined
}
