import type { ErrorAnswer } from '@gatehouse/client/client'
import type { FailureKind } from './exit-codes.ts'

/** The details of a failure for programs, beside the message. */
export interface FailureDetails {
  readonly kind?: FailureKind
  /** Id of the refusal, as the service has it. */
  readonly id?: string | undefined
  /** The service's messages about the form, by message id. */
  readonly messages?: readonly { readonly id: number; readonly text: string }[]
  /** The flow and the field with which to continue. */
  readonly flow?: string
  readonly field?: string
}

/** A command that could not do its task; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
  readonly details: FailureDetails
  constructor(message: string, { cause, ...details }: FailureDetails & ErrorOptions = {}) {
    super(message, { cause })
    this.details = details
  }
}

/** The next command after a refusal, by the refusal's id. Each refusal needs another proof of identity. */
const ways: Readonly<Record<string, string>> = {
  session_inactive: 'Sign in first: gatehouse login',
  session_refresh_required: 'Confirm first that it is you: gatehouse login --refresh',
  session_aal2_required: 'The second step is still owed: gatehouse login --aal aal2',
}

/** Returns the failure for a refusal of the service, in words for a person. */
export function refusal({ envelope }: Pick<ErrorAnswer, 'envelope'>): CommandFailure {
  const { message, reason, id } = envelope.error
  const text = `${reason ?? message}${id === undefined ? '' : ` (${id})`}`
  const way = id === undefined ? undefined : ways[id]
  return way === undefined
    ? new CommandFailure(text, { id })
    : new CommandFailure(`${text}\n${way}`, { id, kind: 'not_signed_in' })
}
