import type { ContinueWith } from '@gatehouse/contract/flows'
import type { FlowContext } from '../flow-context.ts'
import { writeContinuity } from '../http/continuity-cookie.ts'
import type { Attempt } from '../model/attempt.ts'
import type { StoredFlow } from '../model/flow.ts'
import { refused, type Outcome } from '../model/outcome.ts'
import type { ClientRedirect } from '../oauth2/accept.ts'
import type { Redirect } from '../ports/strategy-outcome.ts'

/** The result of a sign-in or a sign-up. */
export interface Passed {
  /** The way back to the OAuth2 client, if one waits. */
  readonly onward: ClientRedirect | undefined
  /** The token of the session, for native apps; absent: no session was opened. */
  readonly token: string | undefined
  readonly body: Readonly<Record<string, unknown>>
  readonly continueWith: readonly ContinueWith[]
  readonly returnUrl: string
  /** The page that a browser opens in place of `returnUrl`. */
  readonly page: string | undefined
  readonly cookies: readonly string[]
}

/** Returns the answer to a passed flow of this type. */
export function answer({ type }: Pick<StoredFlow, 'type'>, passed: Passed): Outcome {
  const { onward, token, body, returnUrl, cookies } = passed
  if (onward?.kind === 'refused') return { ...refused({ type }, onward.refusal), cookies }
  if (type === 'api') {
    const continueWith = [...(onward ? [redirectTo(onward.location)] : []), ...passed.continueWith]
    const native = {
      ...(token !== undefined && { session_token: token }),
      ...body,
      continue_with: continueWith.length > 0 ? continueWith : null,
    }
    return { kind: 'done', native: true, body: native, location: returnUrl }
  }
  if (onward) return { kind: 'location_change', native: false, location: onward.location, cookies }
  const continueWith = [redirectTo(returnUrl), ...passed.continueWith]
  const location = passed.page ?? returnUrl
  return { kind: 'done', native: false, body: { ...body, continue_with: continueWith }, location, cookies }
}

function redirectTo(location: string): ContinueWith {
  return { action: 'redirect_browser_to', redirect_browser_to: location }
}

/** Answers with a redirect to a provider, and sets the continuity cookie if there is one. */
export function sendRedirect(
  { config }: Pick<FlowContext, 'config'>,
  { flow, request }: Pick<Attempt, 'flow' | 'request'>,
  { to, continuity }: Redirect,
): Outcome {
  const native = flow.type === 'api'
  if (continuity === undefined) return { kind: 'location_change', native, location: to }
  const cookie = writeContinuity(config, request.route, 'provider', continuity)
  return { kind: 'location_change', native, location: to, cookies: [cookie] }
}
