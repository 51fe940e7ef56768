import { webhookSignature, type SignedMessage } from '@gatehouse/platform/outbound'
import { stringifyCookie } from 'cookie'

import type { Secret } from '@gatehouse/platform/secrets'

/** The authentication of a call. */
export type HttpAuth =
  | {
      readonly type: 'api_key'
      readonly config: { readonly name: string; readonly value: Secret; readonly in: 'header' | 'cookie' }
    }
  | { readonly type: 'basic_auth'; readonly config: { readonly user: string; readonly password: Secret } }
  /** `secret`: 24 characters or more; one that begins with `whsec_` is base64. */
  | { readonly type: 'hmac'; readonly config: { readonly secret: Secret } }

/**
 * Returns headers that authenticate the caller. `hmac` signs by the Standard Webhooks specification.
 */
export function authHeaders(auth: HttpAuth | undefined, call: SignedMessage): Readonly<Record<string, string>> {
  switch (auth?.type) {
    case undefined:
      return {}
    case 'api_key': {
      const { name, value, in: carrier } = auth.config
      return carrier === 'header'
        ? { [name.toLowerCase()]: value.reveal() }
        : { cookie: stringifyCookie({ [name]: value.reveal() }) }
    }
    case 'basic_auth': {
      const { user, password } = auth.config
      return { authorization: `Basic ${Buffer.from(`${user}:${password.reveal()}`).toString('base64')}` }
    }
    case 'hmac':
      return webhookSignature([auth.config.secret.reveal()], call)
    default:
      return auth satisfies never
  }
}
