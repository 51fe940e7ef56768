import type { Answer } from '@gatehouse/client/client'
import type { Session } from '@gatehouse/contract/identities'
import { CommandFailure, refusal } from '../command-failure.ts'
import { nativeCommand, nativeContext, requireToken, type NativeOptions } from '../native-command.ts'

interface SessionsOptions extends NativeOptions {
  readonly revoke?: string
  readonly revokeOthers?: true
}

/** `gatehouse sessions`: the other sessions of the account; ends one or all of them. */
export function sessionsCommand() {
  return nativeCommand('sessions', 'list the other sessions of your account, or end them')
    .option('--revoke <id>', 'end one session')
    .option('--revoke-others', 'end all other sessions')
    .action(async (options: SessionsOptions) => {
      const context = nativeContext(options)
      const credentials = { sessionToken: await requireToken(context) }
      if (options.revoke !== undefined) {
        expectOk(await context.client.disableMySession({ id: options.revoke }, credentials))
        context.print({ revoked: options.revoke }, `Ended ${options.revoke}.`)
      } else if (options.revokeOthers === true) {
        const { count } = expectOk(await context.client.disableMyOtherSessions(credentials))
        context.print({ count }, `Ended ${count} other sessions.`)
      } else {
        const sessions = expectOk(await context.client.listMySessions({}, credentials))
        context.print(sessions, sessions.length === 0 ? 'No other sessions.' : sessions.map(lineOf).join('\n'))
      }
    })
}

function expectOk<T>(answer: Answer<T>): T {
  if (answer.kind === 'ok') return answer.body
  if (answer.kind === 'error') throw refusal(answer)
  throw new CommandFailure('The identity service answered in a way a terminal cannot follow.')
}

function lineOf({ id, authenticated_at, devices }: Session): string {
  const device = devices.at(0)
  return [id, authenticated_at, device?.ip_address, device?.user_agent].filter(Boolean).join('  ')
}
