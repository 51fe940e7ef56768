import { Webhook } from 'standardwebhooks'

/** A message to sign: a call of a web hook or the delivery of an event. */
export interface SignedMessage {
  /** Unique per event, the same in every attempt: receivers ignore duplicates. */
  readonly id: string
  readonly body: string
  /** Unix milliseconds. */
  readonly now: number
}

/**
 * Returns the headers that prove the origin and the time of a message, as in the Standard Webhooks specification: a
 * signature for each valid secret. A secret that begins with `whsec_` is base64.
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
