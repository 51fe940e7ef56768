import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext, type NativeOptions } from '../native-command.ts'
import { walkFlow } from '../native-flow.ts'
import { readStandardInput, terminal } from '../terminal.ts'

interface RegisterOptions extends NativeOptions {
  readonly method?: string
  readonly flow?: string
  readonly field: ReadonlyMap<string, string>
  readonly passwordStdin?: true
}

/** `gatehouse register`: creates an account through a native flow, and keeps the session if one was opened. */
export function registerCommand() {
  return nativeCommand('register', 'create an account')
    .option('--method <method>', 'password or code')
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--flow <id>', 'go on with a flow that was begun before')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (options: RegisterOptions) => {
      const { client, sessions, service, print, localize } = nativeContext(options)
      const given = new Map(options.field)
      if (options.passwordStdin === true) given.set('password', await readStandardInput())
      const { method, flow } = options
      const conversation = terminal()
      const result = await walkFlow({ client, kind: 'registration', method, flow, given, conversation, localize })
      if (result.session_token !== undefined) await sessions.keep(service, result.session_token)
      const state = result.session_token === undefined ? 'Sign in with: gatehouse login' : 'You are signed in.'
      print(result, `Created the account ${result.identity.id}. ${state}`)
    })
}
