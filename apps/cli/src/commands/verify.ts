import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext, type NativeOptions } from '../native-command.ts'
import { walkFlow } from '../native-flow.ts'
import { terminal } from '../terminal.ts'

interface VerifyOptions extends NativeOptions {
  readonly field: ReadonlyMap<string, string>
  readonly flow?: string
}

/** `gatehouse verify`: proves that an address is one's own, by a code in a mail. */
export function verifyCommand() {
  return nativeCommand('verify', 'verify that an email address is yours')
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--flow <id>', 'go on with a flow that was begun before')
    .action(async (options: VerifyOptions) => {
      const { client, print, localize, sessions, service } = nativeContext(options)
      const { field: given, flow } = options
      // A first proof with the account's session keeps the password; without it the password is removed.
      const sessionToken = await sessions.token(service)
      const conversation = terminal()
      const result = await walkFlow({ client, kind: 'verification', sessionToken, given, flow, conversation, localize })
      print(result, result.state === 'passed_challenge' ? 'The address is verified.' : 'Open the link in the mail.')
    })
}
