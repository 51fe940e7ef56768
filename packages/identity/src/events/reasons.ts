import type { Message } from '@gatehouse/contract/flows'

import type { Refusal } from '../http/answer.ts'
import type { ReasonClass } from './schema.ts'

/** TABLE: which class of reasons a message belongs to. Where several are shown, the first that is in the table counts. */
const classes: Readonly<Record<number, ReasonClass>> = {
  4000005: 'password_policy',
  4000006: 'invalid_credentials',
  4000007: 'duplicate_credentials',
  4000008: 'invalid_code',
  4000009: 'invalid_input',
  4000010: 'unverified_address',
  4000011: 'method_unavailable',
  4000012: 'invalid_code',
  4000013: 'method_unavailable',
  4000014: 'method_unavailable',
  4000015: 'unknown_account',
  4000016: 'invalid_code',
  4000027: 'duplicate_credentials',
  4000028: 'duplicate_credentials',
  4000031: 'password_policy',
  4000032: 'password_policy',
  4000033: 'password_policy',
  4000034: 'password_policy',
  4000035: 'unknown_account',
  4000037: 'unknown_account',
  4000039: 'password_policy',
  4000043: 'invalid_input',
  4010001: 'flow_expired',
  4010008: 'invalid_code',
  4010009: 'invalid_credentials',
  4010010: 'unknown_account',
  4010011: 'account_inactive',
  4040001: 'flow_expired',
  4040003: 'invalid_code',
  4050001: 'flow_expired',
  4060004: 'invalid_code',
  4060005: 'flow_expired',
  4060006: 'invalid_code',
  4070001: 'invalid_code',
  4070005: 'flow_expired',
  4070006: 'invalid_code',
  5000002: 'method_unavailable',
}

/** The messages about traits and other fields: required, too short, no address, … */
function isAboutInput(id: number): boolean {
  return id >= 4000001 && id <= 4000041
}

/** The class of what a form was given back for. */
export function reasonOfMessages(messages: readonly Message[]): ReasonClass {
  const known = messages.map(({ id }) => classes[id]).find((reason) => reason !== undefined)
  if (known !== undefined) return known
  return messages.some(({ id }) => isAboutInput(id)) ? 'invalid_input' : 'other'
}

/** The class of a refusal; nothing, if it says nothing about a proof: an address that is no more, a detour to take. */
export function reasonOfRefusal({ code, id }: Refusal): ReasonClass | undefined {
  if (id === 'security_csrf_violation') return 'csrf_violation'
  if (id === 'session_verified_address_required') return 'unverified_address'
  if (id === 'session_inactive') return undefined
  if (code === 401) return 'account_inactive'
  if (code === 429) return 'too_many_attempts'
  return undefined
}
