import type { RecoveryFlow } from '@gatehouse/contract/flows'
import { CommandFailure } from '../command-failure.ts'
import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext, type NativeOptions } from '../native-command.ts'
import { walkFlow } from '../native-flow.ts'
import { terminal } from '../terminal.ts'

interface RecoverOptions extends NativeOptions {
  readonly field: ReadonlyMap<string, string>
  readonly flow?: string
}

/** `gatehouse recover`: back into an account by a code in a mail. The session is kept; a new password is set afterwards. */
export function recoverCommand() {
  return nativeCommand('recover', 'back into your account by a code in a mail')
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--flow <id>', 'go on with a flow that was begun before')
    .action(async (options: RecoverOptions) => {
      const { client, sessions, service, print, localize } = nativeContext(options)
      const { field: given, flow } = options
      const result = await walkFlow({ client, kind: 'recovery', given, flow, conversation: terminal(), localize })
      const token = tokenOf(result)
      if (token === undefined) {
        if (result.state !== 'sent_email')
          throw new CommandFailure('This service gives terminals no session by recovery.')
        return print(result, 'Open the link in the mail.')
      }
      await sessions.keep(service, token)
      return print(result, 'You are signed in. Set a new password: gatehouse settings password')
    })
}

function tokenOf({ continue_with: items = [] }: RecoveryFlow): string | undefined {
  const item = items.find((one) => one.action === 'set_ory_session_token')
  return item?.ory_session_token
}
