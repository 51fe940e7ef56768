import type { Refusal } from '../http/answer.ts'
import type { Tokenized } from './tokenizer.ts'

/** The refusal without a required session. */
export const noSession: Refusal = { code: 401, reason: 'The request carries no credentials of a valid session.' }

/**
 * Refuses a valid session that owes a second factor. The person can give it at `redirect_browser_to`, and returns to
 * `returnTo` afterwards.
 */
export function secondFactorRequired(publicBaseUrl: string, returnTo?: string): Refusal {
  const query = new URLSearchParams({ aal: 'aal2', ...(returnTo !== undefined && { return_to: returnTo }) })
  const redirect = `${publicBaseUrl}/self-service/login/browser?${query}`
  return {
    code: 403,
    id: 'session_aal2_required',
    reason: 'This session was made with one factor, and the account has a second one. Please confirm with it first.',
    message: 'The session has a lower authenticator assurance level than is required',
    details: { redirect_browser_to: redirect },
    siblings: { redirect_browser_to: redirect },
  }
}

/** Returns the refusal of a session that cannot be turned into a token. */
export function tokenizeRefusal(template: string, failure: Exclude<Tokenized, { kind: 'token' }>): Refusal {
  switch (failure.kind) {
    case 'unknown_template':
      return { code: 400, reason: `There is no tokenizer template ${JSON.stringify(template.slice(0, 100))}.` }
    case 'no_external_id':
      return { code: 400, reason: 'The template names people by their external id, and this identity has none.' }
    case 'mapper_failed':
      return { code: 400, reason: `The claims mapper cannot be used: ${failure.reason}` }
    default:
      return failure satisfies never
  }
}
