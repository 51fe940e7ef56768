import type { ErrorAnswer } from '@gatehouse/client/client'

/** A command that could not do what was asked; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** What to do about a refusal, by its id. */
const ways: Readonly<Record<string, string>> = {
  session_inactive: 'Sign in first: gatehouse login',
  session_refresh_required: 'Confirm first that it is you: gatehouse login --refresh',
  session_aal2_required: 'The second factor is still owed: gatehouse login --aal aal2',
}

/** What a refusal of the service says to a person. */
export function refusal({ envelope }: Pick<ErrorAnswer, 'envelope'>): CommandFailure {
  const { message, reason, id } = envelope.error
  const text = `${reason ?? message}${id === undefined ? '' : ` (${id})`}`
  const way = id === undefined ? undefined : ways[id]
  return new CommandFailure(way === undefined ? text : `${text}\n${way}`)
}
