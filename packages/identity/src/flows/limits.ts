import type { Refusal } from '../http/answer.ts'
import { identifierSpellings } from '../identities/address.ts'
import type { Budget, Taken } from '../limits/limits.ts'
import { visitorNetwork } from '../limits/visitor-network.ts'
import { identifierField } from '../strategies/input.ts'
import type { FlowContext } from './context.ts'
import type { StoredFlow } from './flow.ts'
import { fieldsOf, strategyOf } from './guards.ts'
import type { Attempt, Step } from './guards.ts'
import { refused } from './outcome.ts'
import { isObject, textField } from './submission.ts'
import type { Fields } from './submission.ts'
import type { Visit } from './visit.ts'

/** Who waits is told how long: `Retry-After` and `details.retry_after`, in seconds. */
export function tooManyAttempts(until: number, now: number): Refusal {
  const seconds = Math.max(1, Math.ceil((until - now) / 1000))
  return {
    code: 429,
    id: 'too_many_attempts',
    reason: `There were too many attempts. Please wait ${seconds} seconds before the next one.`,
    details: { retry_after: seconds },
    headers: { 'retry-after': String(seconds) },
  }
}

/**
 * Takes from what a sign-in may cost: by account and method, so that somebody who is shut out of passwords by a
 * stranger's guesses still gets in by code or passkey, and by address. Names that nobody has count alike.
 */
export function takeSignIn(context: FlowContext, attempt: Attempt): Taken {
  const { flow, signedIn, submission, visit } = attempt
  const method = strategyOf(context, attempt).id
  const named = identifierField(fieldsOf(submission))
  const { address } = flow.details
  const accounts = [
    // A code was sent there, whatever name comes along with it: whoever hands in their own must not have another's
    // failures forgiven.
    ...(method === 'code' && address !== undefined
      ? [address]
      : named.kind === 'text'
        ? identifierSpellings(named.value).slice(-1)
        : []),
    ...(signedIn ? [signedIn.identity.id] : []),
  ]
  return context.limits.take(
    [
      ...[...new Set(accounts)].map((account): Budget => ({
        kind: 'signInsPerAccount',
        subject: `${method}\n${account}`,
      })),
      ...fromAddress('signInsPerAddress', visit),
    ],
    visit.now,
  )
}

/** Takes from what messages to these recipients may be asked for. Whether they are anybody's does not matter. */
export function takeCodes(context: FlowContext, visit: Pick<Visit, 'headers' | 'now'>, to: readonly string[]): Taken {
  const recipients = new Set(to.flatMap((recipient) => identifierSpellings(recipient).slice(-1)))
  return context.limits.take(
    [
      ...[...recipients].map((subject): Budget => ({ kind: 'codesPerRecipient', subject })),
      ...fromAddress('codesPerAddress', visit),
    ],
    visit.now,
  )
}

/** Asking for a code or a link, again or for the first time. Handing one in is no such thing. */
export const limitCodeRequests: Step = (context, attempt) => {
  const { flow, submission, visit } = attempt
  const { id } = strategyOf(context, attempt)
  if (id !== 'code' && id !== 'link') return undefined
  const fields = fieldsOf(submission)
  if (id === 'code' && handsInCode(flow, fields)) return undefined
  const resends = isGiven(fields, 'resend')
  const taken = takeCodes(context, visit, [
    ...recipientFields.flatMap((name) => {
      const field = textField(fields, name)
      return field.kind === 'text' ? [field.value] : []
    }),
    ...addressesIn(fields['traits']),
    // A flow that sends again without naming anybody.
    ...(resends ? [flow.id] : []),
  ])
  return taken.kind === 'refused' ? refused(flow, tooManyAttempts(taken.until, visit.now)) : undefined
}

/**
 * A code where one is waited for, and nothing beside it that has another one sent. Only that is free: a field that is
 * called `code` is not enough, as most steps look at what asks for a message first.
 */
function handsInCode(flow: StoredFlow, fields: Fields): boolean {
  if (!isGiven(fields, 'code')) return false
  if (flow.kind === 'verification') return true
  return waiting.includes(flow.state) && !askingFields.some((name) => isGiven(fields, name))
}

const waiting: readonly string[] = ['sent_email', 'recovery_awaiting_code']
const askingFields = ['resend', 'email', 'address', 'recovery_confirm_address', 'screen']

function isGiven(fields: Fields, name: string): boolean {
  return textField(fields, name).kind === 'text'
}

const recipientFields = ['identifier', 'email', 'address', 'recovery_address', 'recovery_confirm_address']

function addressesIn(traits: unknown): readonly string[] {
  if (typeof traits === 'string') return traits.includes('@') || /^\+?[\d\s()-]{6,}$/.test(traits) ? [traits] : []
  if (Array.isArray(traits)) return traits.flatMap(addressesIn)
  return isObject(traits) ? Object.values(traits).flatMap(addressesIn) : []
}

function fromAddress(kind: 'signInsPerAddress' | 'codesPerAddress', { headers }: Pick<Visit, 'headers'>): Budget[] {
  const network = visitorNetwork(headers)
  return network === undefined ? [] : [{ kind, subject: network }]
}
