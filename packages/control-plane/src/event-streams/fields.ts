import { passwordPlaceholder, type EventStreamDestination } from '@gatehouse/contract/control-plane'

import { RefusalError } from '../http/answer.ts'
import type { Destination } from './store.ts'

/** Puts a destination together from what was sent and what there was. Refuses with 400 what does not fit its type. */
export function destinationOf(
  kind: 'sns' | 'https',
  sent: EventStreamDestination,
  old: Destination | undefined,
): Destination {
  if (kind === 'https') {
    const kept = old?.type === 'https' ? old.httpsEndpoint : undefined
    if (sent.topic_arn || sent.role_arn) throw unfit('topic_arn and role_arn are for streams of type sns')
    return { type: 'https', httpsEndpoint: sent.https_endpoint ?? kept ?? missing('https_endpoint', 'https') }
  }
  const kept = old?.type === 'sns' ? old : undefined
  if (sent.https_endpoint) throw unfit('https_endpoint is for streams of type https')
  return {
    type: 'sns',
    topicArn: sent.topic_arn ?? kept?.topicArn ?? missing('topic_arn', 'sns'),
    roleArn: sent.role_arn ?? kept?.roleArn ?? missing('role_arn', 'sns'),
  }
}

/** An endpoint as answers and the audit log show it. */
export function redacted(httpsEndpoint: string): string {
  const url = new URL(httpsEndpoint)
  if (url.password !== '') url.password = passwordPlaceholder
  return url.href
}

function unfit(what: string): RefusalError {
  return new RefusalError({ code: 400, reason: `The destination does not fit the type: ${what}.` })
}

function missing(field: string, kind: string): never {
  throw new RefusalError({ code: 400, reason: `The field "${field}" is missing: a stream of type ${kind} needs it.` })
}
