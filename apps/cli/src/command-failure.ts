import type { ErrorAnswer } from '@gatehouse/client/answer'

/** A command that could not do what was asked; the message is for the person at the terminal. */
export class CommandFailure extends Error {
  override readonly name = 'CommandFailure'
}

/** What a refusal of the service says to a person. */
export function refusal({ envelope }: Pick<ErrorAnswer, 'envelope'>): CommandFailure {
  const { message, reason, id } = envelope.error
  return new CommandFailure(`${reason ?? message}${id === undefined ? '' : ` (${id})`}`)
}
