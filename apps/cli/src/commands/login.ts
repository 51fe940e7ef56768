import { collectField } from '../given-fields.ts'
import { nativeCommand, nativeContext, type NativeOptions } from '../native-command.ts'
import { walkFlow } from '../native-flow.ts'
import { signInWithProvider } from '../provider-sign-in.ts'
import { readStandardInput, terminal } from '../terminal.ts'

interface LoginOptions extends NativeOptions {
  readonly method?: string
  readonly flow?: string
  readonly aal?: string
  readonly refresh?: true
  readonly field: ReadonlyMap<string, string>
  readonly passwordStdin?: true
  readonly provider?: string
  readonly returnTo?: string
}

/** `gatehouse login`: signs in through a native flow and keeps the session token. */
export function loginCommand() {
  return nativeCommand('login', 'sign in')
    .option('--method <method>', 'password, code, totp or lookup_secret')
    .option('--aal <level>', 'aal2 asks for the second step on top of the session')
    .option('--refresh', 'confirm who you are although you are signed in')
    .option('--provider <id>', 'sign in with an account elsewhere, in a browser')
    .option('--return-to <url>', 'where that browser ends; http://127.0.0.1:PORT/ is listened at')
    .option('--field <name=value>', 'answer a question beforehand', collectField, new Map<string, string>())
    .option('--flow <id>', 'go on with a flow that was begun before')
    .option('--password-stdin', 'read the password from standard input')
    .action(async (options: LoginOptions) => {
      const context = nativeContext(options)
      const { client, sessions, service, print, localize } = context
      const given = new Map(options.field)
      if (options.passwordStdin === true) given.set('password', await readStandardInput())
      const continues = options.aal !== undefined || options.refresh === true
      const conversation = terminal()
      const { provider, returnTo } = options
      const result =
        provider === undefined
          ? await walkFlow({
              client,
              kind: 'login',
              query: { aal: options.aal, refresh: options.refresh },
              sessionToken: continues ? await sessions.token(service) : undefined,
              method: options.method,
              flow: options.flow,
              given,
              conversation,
              localize,
            })
          : await signInWithProvider({ client, provider, returnTo, conversation })
      if (result.session_token !== undefined) await sessions.keep(service, result.session_token)
      print(result, `Signed in at ${service} until ${result.session.expires_at}.`)
    })
}
