import { createHmac } from 'node:crypto'

import { stringifyCookie } from 'cookie'

import type { Secret } from '@gatehouse/platform/secret'

/** How a call proves who makes it. */
export type HttpAuth =
  | {
      readonly type: 'api_key'
      readonly config: { readonly name: string; readonly value: Secret; readonly in: 'header' | 'cookie' }
    }
  | { readonly type: 'basic_auth'; readonly config: { readonly user: string; readonly password: Secret } }
  /** `secret`: 24 characters or more; one that begins with `whsec_` is base64. */
  | { readonly type: 'hmac'; readonly config: { readonly secret: Secret } }

/** What a call is signed with. */
export interface SignedCall {
  /** Unique per event, the same in every attempt: receivers drop what they had. */
  readonly id: string
  /** Unix milliseconds. */
  readonly now: number
  readonly body: string
}

/**
 * Headers that prove who calls. `hmac` follows the Standard Webhooks scheme: `webhook-signature` is `v1,` and the
 * base64 of HMAC-SHA-256 over `<webhook-id>.<webhook-timestamp>.<body>`. A secret that begins with `whsec_` is base64.
 */
export function authHeaders(auth: HttpAuth | undefined, call: SignedCall): Readonly<Record<string, string>> {
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
    case 'hmac': {
      const secret = auth.config.secret.reveal()
      const key = secret.startsWith('whsec_') ? Buffer.from(secret.slice(6), 'base64') : Buffer.from(secret)
      const seconds = String(Math.floor(call.now / 1000))
      const signature = createHmac('sha256', key).update(`${call.id}.${seconds}.${call.body}`).digest('base64')
      return { 'webhook-id': call.id, 'webhook-timestamp': seconds, 'webhook-signature': `v1,${signature}` }
    }
    default:
      return auth satisfies never
  }
}
