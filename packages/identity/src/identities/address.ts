import type { Channel } from '@gatehouse/contract/identities'

import { normalizePhone } from './phone.ts'

/** One spelling per address: e-mail trimmed and in lower case, phone numbers as E.164. */
export function normalizeAddress(value: string, via: Channel): string {
  return via === 'sms' ? (normalizePhone(value) ?? value.trim()) : normalizeIdentifier(value)
}

/** One spelling per identifier. */
export function normalizeIdentifier(value: string): string {
  return value.trim().toLowerCase()
}

/**
 * The spellings a person may mean by what they typed: as an identifier, and as a phone number if it is one.
 * Look each up.
 */
export function identifierSpellings(typed: string): readonly string[] {
  const plain = normalizeIdentifier(typed)
  const phone = normalizePhone(typed)
  return phone === undefined || phone === plain ? [plain] : [plain, phone]
}
