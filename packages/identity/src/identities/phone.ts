import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** A valid international phone number in E.164 form (`+4915112345678`), or nothing. */
export function normalizePhone(value: string): string | undefined {
  const phone = parsePhoneNumberFromString(value.trim())
  return phone?.isValid() === true ? phone.number : undefined
}
