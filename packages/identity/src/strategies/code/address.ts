import { isEmail, type Channel } from '@gatehouse/contract/identities'

import { normalizePhone } from '../../identities/phone.ts'

/** The way a code reaches an address. */
export function channelOf(address: string): Channel {
  return address.includes('@') ? 'email' : 'sms'
}

/** True for what a code can be sent to: a mail address, or a phone number as E.164. */
export function isAddress(value: string): boolean {
  return isEmail(value) || normalizePhone(value) === value
}
