import { isEmail, type Channel } from '@gatehouse/contract/identities'

import { normalizePhone } from '../../identities/phone.ts'

/** Returns the channel by which a code reaches an address. */
export function channelOf(address: string): Channel {
  return address.includes('@') ? 'email' : 'sms'
}

/** Checks that a code can be sent to it: a mail address, or a phone number as E.164. */
export function isAddress(value: string): boolean {
  return isEmail(value) || normalizePhone(value) === value
}
