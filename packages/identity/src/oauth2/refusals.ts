import type { Refusal } from '../http/answer.ts'
import type { ProviderAnswer } from './login-requests.ts'

/** Returns the visitor's refusal if the OAuth2 server rejects or fails; warns the operator of a failure. */
export function refusalOf(
  answer: Exclude<ProviderAnswer<never>, { kind: 'ok' }>,
  warn: (text: string) => void,
): Refusal {
  if (answer.kind === 'failed') {
    warn(`the OAuth2 server (oauth2_provider.url) gave no usable answer: ${answer.reason}`)
    return {
      code: 502,
      id: 'upstream_error',
      reason: 'The OAuth2 server did not answer as it should. Please try again in a moment.',
    }
  }
  return {
    code: 400,
    reason:
      'This sign-in was asked for by an application, and its request is unknown, used or too old. Go back to the application and sign in from there again.',
    message: 'the OAuth2 login request cannot be followed',
    details: {
      status_code: answer.status,
      ...(answer.hint !== undefined && { oauth2_error_hint: answer.hint }),
    },
  }
}
