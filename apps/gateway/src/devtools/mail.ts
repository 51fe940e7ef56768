import { withoutTrailing } from '@gatehouse/contract/http'
import { templateNameOf, type CourierMessage } from '@gatehouse/contract/identities'

/** A mail or SMS as a developer wants to see it. */
export interface Mail {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly body: string
  /** The one-time code in it, if there is one. */
  readonly code: string | null
  /** The first link in it, if there is one. */
  readonly link: string | null
  readonly type: CourierMessage['type']
  readonly template: string
  readonly status: CourierMessage['status']
  /** RFC 3339. */
  readonly createdAt: string
}

/** Reads code and link out of a message. */
export function toMail(message: CourierMessage): Mail {
  const link = /https?:\/\/[^\s"'<>]+/.exec(message.body)?.[0]
  return {
    id: message.id,
    to: message.recipient,
    subject: message.subject,
    body: message.body,
    code: /(?<![\w-])\d{6}(?![\w-])/.exec(message.body)?.[0] ?? null,
    link: link === undefined ? null : withoutTrailing(link, '.,;:)'),
    type: message.type,
    template: templateNameOf(message),
    status: message.status,
    createdAt: message.created_at,
  }
}
