import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext } from '../native-command.ts'
import type { NativeOptions } from '../native-command.ts'
import { walkFlow } from '../native-flow.ts'
import { readStandardInput, terminal } from '../terminal.ts'

interface LoginOptions extends NativeOptions {
  readonly method?: string
  readonly aal?: string
  readonly refresh?: true
  readonly field: ReadonlyMap<string, string>
  readonly passwordStdin?: true
}

/** `gatehouse login`: signs in through a native flow and keeps the session token. */
export function loginCommand() {
  return nativeCommand('login', 'sign in')
    .option('--method <method>', 'password, code, totp or lookup_secret')
    .option('--aal <level>', 'aal2 asks for a second factor on top of the session')
    .option('--refresh', 'confirm who you are although you are signed in')
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--password-stdin', 'read the password from standard input')
    .action(async (options: LoginOptions) => {
      const context = nativeContext(options)
      const { client, sessions, service, print } = context
      const given = new Map(options.field)
      if (options.passwordStdin === true) given.set('password', await readStandardInput())
      const continues = options.aal !== undefined || options.refresh === true
      const result = await walkFlow({
        client,
        kind: 'login',
        query: { aal: options.aal, refresh: options.refresh },
        sessionToken: continues ? await sessions.token(service) : undefined,
        method: options.method,
        given,
        conversation: terminal(),
      })
      if (result.session_token !== undefined) await sessions.keep(service, result.session_token)
      print(result, `Signed in at ${service} until ${result.session.expires_at}.`)
    })
}
