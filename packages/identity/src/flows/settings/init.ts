import type { FlowType } from '@gatehouse/contract/flows'

import type { FlowContext } from '../flow-context.ts'
import type { SettingsFormNeeds, BrowserNeeds } from '../needs.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import { settingsOrganization } from '../organization/settings.ts'
import { refused } from '../model/outcome.ts'
import type { Outcome } from '../model/outcome.ts'
import { publicUrl } from '../presentation/present.ts'
import { parameter, requestUrl, returnToFault } from '../http/query.ts'
import { visitor } from '../steps/sign-in.ts'
import { withSecret } from '../http/request-context.ts'
import type { RequestContext } from '../http/request-context.ts'
import { settingsAccessRefusal, settingsSessionMissing, stepUpLocation } from './access.ts'
import { openSettings } from './form.ts'

/** Starts a settings flow for the person who is signed in. */
export async function initSettings(
  context: SettingsFormNeeds & BrowserNeeds & Pick<FlowContext, 'memberships' | 'sessions'>,
  type: FlowType,
  request: RequestContext,
): Promise<Outcome> {
  if (type === 'api') return open(context, type, request, undefined)
  const { secret, cookies } = withSecret(request, context.csrf)
  return { ...(await open(context, type, request, secret)), cookies, secret }
}

async function open(
  context: SettingsFormNeeds & Pick<FlowContext, 'memberships' | 'returnUrls' | 'sessions'>,
  type: FlowType,
  request: RequestContext,
  secret: CsrfSecret | undefined,
): Promise<Outcome> {
  const { config } = context
  const native = type === 'api'
  if (!config.selfservice.flows.settings.enabled) {
    return refused({ type }, { code: 400, reason: 'Settings are turned off in the configuration.' })
  }
  const signedIn = await visitor(context, request)
  if (!signedIn) {
    const refusal = native
      ? settingsSessionMissing
      : { ...settingsSessionMissing, siblings: { CredentialsMissing: false } }
    const location = publicUrl(config.publicBaseUrl, '/self-service/login/browser')
    return { kind: 'refused', native, refusal, page: { location, status: 303 } }
  }
  const returnTo = parameter(request, 'return_to')
  const url = requestUrl(config.publicBaseUrl, request)
  const owed = settingsAccessRefusal(context, signedIn, returnTo === undefined ? undefined : url)
  if (owed) return { kind: 'refused', native, refusal: owed, page: { location: stepUpLocation(owed), status: 303 } }
  const fault = returnToFault(context, request)
  if (fault) return refused({ type }, fault)
  const { identity } = signedIn
  const organizationId = await settingsOrganization(context, request, identity)
  const flow = await openSettings(context, {
    type,
    requestUrl: url,
    returnTo,
    secret,
    identity,
    organizationId,
    now: request.now,
  })
  return { kind: 'flow', flow, status: 200 }
}
