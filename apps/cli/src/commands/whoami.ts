import { CommandFailure, refusal } from '../command-failure.ts'
import { nativeCommand, nativeContext, requireToken } from '../native-command.ts'
import type { NativeOptions } from '../native-command.ts'

/** `gatehouse whoami`: the session kept for a service, and whose it is. */
export function whoamiCommand() {
  return nativeCommand('whoami', 'show who is signed in').action(async (options: NativeOptions) => {
    const context = nativeContext(options)
    const answer = await context.client.toSession({}, { sessionToken: await requireToken(context) })
    if (answer.kind === 'error' && answer.status === 401) {
      throw new CommandFailure(`The session at ${context.service} has ended. Try: gatehouse login`)
    }
    if (answer.kind === 'error') throw refusal(answer)
    if (answer.kind !== 'ok') throw new CommandFailure('The identity service gave no session.')
    const { identity, expires_at, authenticator_assurance_level: aal } = answer.body
    const traits = JSON.stringify(identity?.traits ?? {})
    context.print(answer.body, `${identity?.id ?? 'unknown'} ${traits}\n${aal}, until ${expires_at}`)
  })
}
