import { z } from 'zod'

import { RefusalError } from '../http/answer.ts'
import type { Destination } from './store.ts'

/** What stands in the place of a password in answers. Never a password itself. */
const placeholder = 'xxxxx'

const endpoint = z
  .string()
  .max(2_048)
  .superRefine((text, context) => {
    const fault = endpointFault(text)
    if (fault !== undefined) context.addIssue(fault)
  })
const topicArn = z
  .string()
  .regex(/^arn:aws[a-z-]*:sns:[a-z0-9-]{1,40}:\d{12}:[\w-]{1,256}(?:\.fifo)?$/, 'it is no ARN of an SNS topic')
const roleArn = z.string().regex(/^arn:aws[a-z-]*:iam::\d{12}:role\/[\w+=,.@/-]{1,512}$/, 'it is no ARN of an IAM role')
const where = {
  https_endpoint: endpoint.nullish(),
  topic_arn: topicArn.nullish(),
  role_arn: roleArn.nullish(),
}
const type = z.enum(['sns', 'https'])
const status = z.enum(['active', 'paused'])

/** `CreateEventStreamBody` of the wire. */
export const createBody = z.strictObject({ type, status: status.optional(), ...where })
/** `SetEventStreamBody` of the wire: what is left out stays. */
export const setBody = z.strictObject({ type: type.optional(), status: status.optional(), ...where })

type Where = Pick<z.output<typeof setBody>, 'https_endpoint' | 'topic_arn' | 'role_arn'>

/** Puts a destination together from what was sent and what there was. Refuses with 400 what does not fit its type. */
export function destinationOf(kind: 'sns' | 'https', sent: Where, old: Destination | undefined): Destination {
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
  if (url.password !== '') url.password = placeholder
  return url.href
}

function endpointFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is no URL'
  const url = new URL(text)
  // Plain http to this machine is for development; who may is decided where the mode is known.
  if (url.protocol !== 'https:' && !isLocal(url)) return 'it does not begin with https://'
  if (url.hash !== '') return 'it has a fragment, which is never sent'
  if (url.password === placeholder)
    return 'it holds the placeholder of a password; send the password, or leave the field out'
  return undefined
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

function unfit(what: string): RefusalError {
  return new RefusalError({ code: 400, reason: `The destination does not fit the type: ${what}.` })
}

function missing(field: string, kind: string): never {
  throw new RefusalError({ code: 400, reason: `The field "${field}" is missing: a stream of type ${kind} needs it.` })
}
