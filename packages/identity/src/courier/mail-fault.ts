import { OutboundFault } from '@gatehouse/platform/outbound'

import { DeliveryFault } from './sender.ts'

/** TABLE: the codes of the SMTP library that say more than that it failed, in words for the project's developers. */
const texts: Readonly<Record<string, string>> = {
  ECONNECTION: 'the connection to the mail server broke',
  ETIMEDOUT: 'the mail server did not answer in time',
  ESOCKET: 'the connection to the mail server broke',
  ETLS: 'no secure connection to the mail server could be made; its certificate may be wrong, or it has no STARTTLS',
  EPROTOCOL: 'the mail server does not speak SMTP as it should',
  EAUTH: 'the mail server refused the user name and password',
  EENVELOPE: 'the mail server refused the sender or the recipient',
  EMESSAGE: 'the mail server refused the message',
}

/**
 * What went wrong with a mail, without a byte of what the server wrote: a server of this network would otherwise be read
 * by pointing mails at it. Reply code (RFC 5321) and enhanced status code (RFC 3463) are kept, as numbers.
 */
export function mailFault(error: unknown): Error {
  if (error instanceof OutboundFault) return error
  const { code, command, responseCode, response } = fieldsOf(error)
  const reply = Number.isInteger(responseCode) && Number(responseCode) >= 200 && Number(responseCode) < 600
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(typeof response === 'string' ? response : '')?.[1]
  const numbers = reply ? ` (${String(responseCode)}${enhanced === undefined ? '' : ` ${enhanced}`})` : ''
  const text =
    typeof code === 'string' && Object.hasOwn(texts, code) ? texts[code] : 'the email could not be handed over'
  // A server that says 5xx about the message will say so again; a refused login is somebody's to mend.
  const isFinal = reply && Number(responseCode) >= 500 && !String(command).startsWith('AUTH')
  return new DeliveryFault(`${text}${numbers}`, { isFinal, cause: error })
}

function fieldsOf(error: unknown): Readonly<Record<'code' | 'command' | 'responseCode' | 'response', unknown>> {
  const none = { code: undefined, command: undefined, responseCode: undefined, response: undefined }
  return typeof error === 'object' && error !== null ? { ...none, ...error } : none
}
