import { CommandFailure, refusal } from '../command-failure.ts'
import { nativeCommand, nativeContext, requireToken, type NativeOptions } from '../native-command.ts'

interface WhoamiOptions extends NativeOptions {
  readonly tokenizeAs?: string
}

/** `gatehouse whoami`: the session kept for a service, with its person; or a JSON Web Token of it. */
export function whoamiCommand() {
  const command = nativeCommand('whoami', 'show who is signed in')
  command.option(
    '--tokenize-as <template>',
    'print the session as a JSON Web Token, made by this template of the service',
  )
  return command.action(async ({ tokenizeAs, ...options }: WhoamiOptions) => {
    const context = nativeContext(options)
    const answer = await context.client.toSession(
      { tokenize_as: tokenizeAs },
      { sessionToken: await requireToken(context) },
    )
    if (answer.kind === 'error' && answer.status === 401) {
      throw new CommandFailure(`The session at ${context.service} has ended. Try: gatehouse login`, {
        kind: 'not_signed_in',
      })
    }
    if (answer.kind === 'error') throw refusal(answer)
    if (answer.kind !== 'ok') throw new CommandFailure('The identity service gave no session.')
    const { identity, expires_at, authenticator_assurance_level: aal, tokenized } = answer.body
    if (tokenizeAs !== undefined) {
      if (tokenized === undefined) throw new CommandFailure(`The service made no token as ${tokenizeAs}.`)
      return context.print(answer.body, tokenized)
    }
    const traits = JSON.stringify(identity?.traits ?? {})
    return context.print(answer.body, `${identity?.id ?? 'unknown'} ${traits}\n${aal}, until ${expires_at}`)
  })
}
