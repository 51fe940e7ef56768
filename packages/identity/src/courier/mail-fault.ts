import type { DeliveryFaultKind } from '@gatehouse/contract/identities'
import { OutboundFault, outboundFault, outboundKindOf } from '@gatehouse/platform/outbound'

import { classifyFault, DeliveryFault, type DeliveryStep } from './sender.ts'

/** TABLE: the informative codes of the SMTP library, with texts for the project's developers. */
export const mailFaultTexts = {
  ECONNECTION: 'the connection to the mail server broke',
  ETIMEDOUT: 'the mail server did not answer in time',
  ESOCKET: 'the connection to the mail server broke',
  ETLS: 'no secure connection to the mail server could be made; its certificate may be wrong, or it has no STARTTLS',
  EPROTOCOL: 'the mail server does not speak SMTP as it should',
  EAUTH: 'the mail server refused the user name and password',
  EENVELOPE: 'the mail server refused the sender or the recipient',
  EMESSAGE: 'the mail server refused the message',
} as const

/** The text for a 4yz reply that is not about this message: to a greeting, because of a full disk. */
const notNow = 'the mail server takes no mail at present'

/**
 * Returns the fault of a mail without a byte of the server's text: otherwise a server of this network could be read by
 * sending mail to it. The reply code (RFC 5321) and the enhanced status code (RFC 3463) are kept, as numbers.
 */
export function mailFault(error: unknown): Error {
  if (error instanceof OutboundFault) return error
  const { code, originalCode, command, responseCode, response } = fieldsOf(error)
  const ofTls = certificateFault(originalCode)
  if (ofTls !== undefined) return new DeliveryFault(ofTls.message, { ...classifyFault(ofTls), cause: error })
  const isReply = Number.isInteger(responseCode) && Number(responseCode) >= 200 && Number(responseCode) < 600
  const reply = isReply ? Number(responseCode) : undefined
  const enhanced = /^\d{3}[ -]([245]\.\d{1,3}\.\d{1,3})(?!\S)/.exec(typeof response === 'string' ? response : '')?.[1]
  const numbers = reply === undefined ? '' : ` (${reply}${enhanced === undefined ? '' : ` ${enhanced}`})`
  const known = isKnown(code) ? mailFaultTexts[code] : 'the email could not be handed over'
  const step = stepOf(String(code), String(command))
  const blame = step === 'accept' ? blameOf(String(command), reply, enhanced) : sessionBlame(step, reply)
  const isTemporary = reply !== undefined && reply >= 400 && reply < 500
  const isBusy = isTemporary && blame !== 'message' && (step === 'connect' || step === 'accept')
  const isFinal = blame === 'message' && (reply === undefined || reply >= 500)
  return new DeliveryFault(`${isBusy ? notNow : known}${numbers}`, { step, blame, isFinal, isTemporary, cause: error })
}

function isKnown(code: unknown): code is keyof typeof mailFaultTexts {
  return typeof code === 'string' && Object.hasOwn(mailFaultTexts, code)
}

/** Returns a certificate fault: the library reports it as a broken connection, with Node's code beside. */
function certificateFault(code: unknown): OutboundFault | undefined {
  const fault = outboundFault(Object.assign(new Error(), { code }))
  return classifyFault(fault).step === 'tls' ? fault : undefined
}

/** `command` is the last one that the library sent; `API` marks a refusal by the library itself. */
function stepOf(code: string, command: string): DeliveryStep {
  if (code === 'ETLS' || command === 'STARTTLS') return 'tls'
  if (code === 'EAUTH' || command.startsWith('AUTH')) return 'sign_in'
  if (code === 'EENVELOPE' || code === 'EMESSAGE') return 'accept'
  return ['MAIL FROM', 'RCPT TO', 'DATA'].includes(command) ? 'accept' : 'connect'
}

/** Returns the blame of a failed session. After a broken connection it is unknown whether a message had been sent. */
function sessionBlame(step: DeliveryStep, reply: number | undefined): 'carrier' | 'unclear' {
  return step === 'connect' && reply === undefined ? 'unclear' : 'carrier'
}

/** Replies about the session, to any command (RFC 5321, 4.2.3; RFC 4954, 6). */
const aboutSession: ReadonlySet<number> = new Set([421, 432, 454, 530, 534, 535, 538])

/**
 * Returns the blame of a refusal. The sender is the same for every mail. A 5yz about recipient or text is about this
 * mail. A 4yz is about this mail only if it says so: a busy mailbox, or a class 1 or 2 (address, mailbox) of RFC 3463.
 */
function blameOf(command: string, reply: number | undefined, enhanced: string | undefined): 'unclear' | 'message' {
  // The library itself refuses invalid addresses, and mails larger than the server's limit.
  if (reply === undefined) return 'message'
  if (command === 'MAIL FROM' || aboutSession.has(reply)) return 'unclear'
  if (reply >= 500) return 'message'
  return /^4\.[12]\./.test(enhanced ?? '') || (enhanced === undefined && reply === 450) ? 'message' : 'unclear'
}

type Field = 'code' | 'originalCode' | 'command' | 'responseCode' | 'response'

function fieldsOf(error: unknown): Readonly<Record<Field, unknown>> {
  const none = {
    code: undefined,
    originalCode: undefined,
    command: undefined,
    responseCode: undefined,
    response: undefined,
  }
  return typeof error === 'object' && error !== null ? { ...none, ...error } : none
}

/** The stored reason of a message that expired before its carrier accepted messages again. */
export const ranOut = 'the code or the link ran out while the message waited; the recipient has to ask again'

/** TABLE: the kind of each stored failure text. Numbers of the other side's answer may follow. */
const kinds: Readonly<Record<DeliveryFaultKind, readonly string[]>> = {
  connection: [mailFaultTexts.ECONNECTION],
  timeout: [mailFaultTexts.ETIMEDOUT],
  tls: [mailFaultTexts.ETLS],
  sign_in: [mailFaultTexts.EAUTH, 'the service answered 401', 'the service answered 407'],
  recipient: [mailFaultTexts.EENVELOPE],
  expired: [ranOut],
}

/** Returns the kind of a failure by its stored text; nothing: the text is the best description. */
export function faultKindOf(text: string | undefined): DeliveryFaultKind | undefined {
  if (text === undefined) return undefined
  const found = Object.entries(kinds).find(([, texts]) =>
    texts.some((one) => text === one || text.startsWith(`${one} (`)),
  )
  return (found?.[0] as DeliveryFaultKind | undefined) ?? outboundKindOf(text)
}
