import { courierTemplateTypes, type CourierMessage, type DeliveryFaultKind } from '@gatehouse/contract/identities'

import { timestamp } from '../identities/present.ts'
import { faultKindOf } from './fault-kind.ts'
import type { OutboxMessage } from './message.ts'
import type { Outage } from './outages.ts'
import { resendOf } from './resend.ts'
import type { Dispatch } from './outbox-store.ts'

const redacted = '<redacted-unless-dev-mode>'

/**
 * Returns a message for the admin API. Its text holds a code, so only development mode shows it. `outage`: that of its
 * carrier.
 */
export function presentMessage(
  message: OutboxMessage,
  {
    dev,
    outage,
    dispatches,
  }: {
    readonly dev: boolean
    readonly outage?: Outage | undefined
    readonly dispatches?: readonly Dispatch[]
  },
): CourierMessage {
  return {
    id: message.id,
    status: message.status,
    type: message.type,
    recipient: message.recipient,
    body: dev ? message.body : redacted,
    subject: dev ? message.subject : redacted,
    ...presentTemplate(message.templateType),
    channel: message.channel,
    send_count: message.sendCount,
    // Kratos has no such key.
    ...(resendOf(message, outage !== undefined) !== undefined && { can_be_resent: true }),
    ...(outage && { held_since: timestamp(outage.since) }),
    ...(dispatches && { dispatches: dispatches.map(presentDispatch) }),
    created_at: timestamp(message.createdAt),
    updated_at: timestamp(message.updatedAt),
  }
}

const known: readonly string[] = courierTemplateTypes

/** Returns the names of a template on the wire: clients generated from Kratos' API cannot read a type of ours. */
function presentTemplate(name: string): Pick<CourierMessage, 'template_type' | 'template_name'> {
  return known.includes(name) ? { template_type: name } : { template_type: 'stub', template_name: name }
}

/** Kratos has no such key. */
export function ofKind<Key extends string>(error: string, key: Key): { readonly [K in Key]?: DeliveryFaultKind } {
  const kind = faultKindOf(error)
  return kind === undefined ? {} : ({ [key]: kind } as { readonly [K in Key]?: DeliveryFaultKind })
}

function presentDispatch(dispatch: Dispatch) {
  return {
    id: dispatch.id,
    message_id: dispatch.messageId,
    status: dispatch.status,
    error: dispatch.error === undefined ? null : { message: dispatch.error, ...ofKind(dispatch.error, 'kind') },
    created_at: timestamp(dispatch.createdAt),
    updated_at: timestamp(dispatch.createdAt),
  }
}
