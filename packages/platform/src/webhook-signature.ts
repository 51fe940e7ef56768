import { Webhook } from 'standardwebhooks'

/** What is signed: a call of a web hook or the delivery of an event. */
export interface SignedMessage {
  /** Unique per event, the same in every attempt: receivers drop what they had. */
  readonly id: string
  readonly body: string
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * The headers that prove where a message comes from and when, as the Standard Webhooks specification has them: a
 * signature for each secret that counts. A secret that begins with `whsec_` is base64.
 */
export function webhookSignature(
  secrets: readonly string[],
  { id, body, now }: SignedMessage,
): Readonly<Record<'webhook-id' | 'webhook-timestamp' | 'webhook-signature', string>> {
  const signatures = secrets.map((secret) =>
    new Webhook(keyOf(secret), { format: 'raw' }).sign(id, new Date(now), body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': signatures.join(' '),
  }
}

function keyOf(secret: string): Uint8Array {
  const prefix = 'whsec_'
  return secret.startsWith(prefix) ? Buffer.from(secret.slice(prefix.length), 'base64') : Buffer.from(secret)
}
