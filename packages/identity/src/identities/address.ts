import { createRequire } from 'node:module'
import type { Channel } from '@gatehouse/contract/identities'
import type * as phoneLibrary from 'libphonenumber-js/max'

/** Returns one spelling per address: e-mail trimmed and in lower case, phone numbers as E.164. */
export function normalizeAddress(value: string, via: Channel): string {
  return via === 'sms' ? (normalizePhone(value) ?? value.trim()) : normalizeIdentifier(value)
}

/** Returns one spelling per identifier: Go's, in which Ory Kratos stores and compares letters of every script. */
export function normalizeIdentifier(value: string): string {
  const trimmed = value.trim()
  // Go lowers each letter separately: a sigma at the end stays one, and the dot of a Turkish İ disappears.
  return /^[\0-\x7f]*$/.test(trimmed) ? trimmed.toLowerCase() : Array.from(trimmed, lowerLetter).join('')
}

function lowerLetter(letter: string): string {
  return letter === 'İ' ? 'i' : letter.toLowerCase()
}

/**
 * Returns the possible spellings of a typed name: as an identifier, and as a phone number if it is one. Look each up.
 */
export function identifierSpellings(typed: string): readonly string[] {
  const plain = normalizeIdentifier(typed)
  const phone = normalizePhone(typed)
  return phone === undefined || phone === plain ? [plain] : [plain, phone]
}

const require = createRequire(import.meta.url)
let library: typeof phoneLibrary | undefined
// A hundred modules and every country's rules: loaded by the first number, not by the start of the service.
const phones = () => (library ??= require('libphonenumber-js/max') as typeof phoneLibrary)

/** Returns a valid international phone number in E.164 form (`+4915112345678`), or nothing. */
export function normalizePhone(value: string): string | undefined {
  const phone = phones().parsePhoneNumberFromString(value.trim())
  return phone?.isValid() === true ? phone.number : undefined
}

/** Returns a typed international phone number in E.164 form, whether such a number can exist or not. */
export function phoneOf(value: string): string | undefined {
  return phones().parsePhoneNumberFromString(value.trim())?.number
}
