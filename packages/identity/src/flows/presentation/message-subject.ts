import { z } from 'zod'

import { uiLocalesOf } from '../../courier/language.ts'
import type { MessageSubject } from '../../courier/message.ts'
import type { Identity } from '../../identities/identity.ts'
import type { StoredFlow } from '../model/flow.ts'

/** Returns the person and the language sources of a flow's message. Every message of every flow uses it. */
export function messageSubject(
  { requestUrl, details: { language, oauth2LoginRequest } }: Pick<StoredFlow, 'requestUrl' | 'details'>,
  transientPayload: MessageSubject['transientPayload'],
  person: Identity | undefined,
): MessageSubject {
  const clientLocales = clientLocalesOf(oauth2LoginRequest)
  return {
    requestUrl,
    transientPayload,
    person,
    ...(language !== undefined && { language }),
    ...(clientLocales !== undefined && { clientLocales }),
  }
}

// The part of `ui_locales` that an OAuth2 server keeps: https://www.ory.sh/docs/hydra/reference/api, `oidc_context`.
const clientRequest = z.looseObject({
  request_url: z.string().default('').catch(''),
  oidc_context: z.looseObject({ ui_locales: z.array(z.string()).catch([]) }).catch({ ui_locales: [] }),
})

function clientLocalesOf(loginRequest: Readonly<Record<string, unknown>> | undefined): string | undefined {
  if (loginRequest === undefined) return undefined
  const { data } = clientRequest.safeParse(loginRequest)
  if (!data) return undefined
  const { ui_locales: kept } = data.oidc_context
  return kept.length > 0 ? kept.join(' ') : (uiLocalesOf(data.request_url) ?? undefined)
}
