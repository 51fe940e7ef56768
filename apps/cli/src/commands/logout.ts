import { CommandFailure, refusal } from '../command-failure.ts'
import { nativeCommand, nativeContext, requireToken, type NativeOptions } from '../native-command.ts'

/** `gatehouse logout`: ends the session and forgets its token. */
export function logoutCommand() {
  return nativeCommand('logout', 'sign out').action(async (options: NativeOptions) => {
    const context = nativeContext(options)
    const session_token = await requireToken(context)
    const answer = await context.client.performNativeLogout({ performNativeLogoutBody: { session_token } })
    // 403 means that the service no longer knows the token, which is the aim.
    const isGone = answer.kind === 'ok' || (answer.kind === 'error' && answer.status === 403)
    if (!isGone && answer.kind === 'error') throw refusal(answer)
    if (!isGone) throw new CommandFailure('The identity service did not confirm the sign-out.')
    await context.sessions.forget(context.service)
    context.print({ signed_out: true }, `Signed out at ${context.service}.`)
  })
}
