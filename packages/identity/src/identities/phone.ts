import { createRequire } from 'node:module'

import type * as phoneLibrary from 'libphonenumber-js/max'

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
