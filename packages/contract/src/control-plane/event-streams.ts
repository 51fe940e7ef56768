import { z } from 'zod'

import { id, moment, timestamp } from './fields.ts'
import { envelope } from './events.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging } from './paging.ts'

const all = '/projects/{project_id}/eventstreams'
const one = `${all}/{event_stream_id}` as const

/** The placeholder of a password in answers. Never a password itself. */
export const passwordPlaceholder = 'xxxxx'

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
/** The name in lists and in the audit log; empty: the host or the topic of its destination. */
const name = z.string().trim().max(100)
const where = {
  https_endpoint: endpoint.nullish(),
  topic_arn: topicArn.nullish(),
  role_arn: roleArn.nullish(),
}
const type = z.enum(['sns', 'https'])
const status = z.enum(['active', 'paused'])

function endpointFault(text: string): string | undefined {
  if (!URL.canParse(text)) return 'it is no URL'
  const url = new URL(text)
  // Plain http to this machine is for development; the caller that knows the mode decides.
  if (url.protocol !== 'https:' && !isLocal(url)) return 'it does not begin with https://'
  if (url.hash !== '') return 'it has a fragment, which is never sent'
  if (url.password === passwordPlaceholder)
    return 'it holds the placeholder of a password; send the password, or leave the field out'
  return undefined
}

function isLocal({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' && ['localhost', '127.0.0.1', '[::1]'].includes(hostname)
}

/** `SetEventStreamBody` of the wire: omitted keys stay unchanged. */
const setBody = z.strictObject({ name: name.optional(), type: type.optional(), status: status.optional(), ...where })
/** The destination of a stream, as bodies name it. */
export type EventStreamDestination = Pick<z.output<typeof setBody>, 'https_endpoint' | 'topic_arn' | 'role_arn'>

/** `EventStream` of the wire. */
const stream = z
  .object({
    id,
    /** A control plane of another make has none. */
    name: z.string().optional(),
    type,
    status,
    https_endpoint: z.string().optional(),
    topic_arn: z.string().optional(),
    role_arn: z.string().optional(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'EventStream' })

/** Of a fault, as far as one sentence says it. A control plane of another make has none. */
const faultKind = z.enum(['connection', 'timeout', 'tls']).nullable().optional()

const behind = z.object({ taken_over: z.int(), latest: z.int(), waiting: z.int() })

/** The stream, and the result of its deliveries. */
const streamState = stream
  .extend({
    deliveries: z.object({ pending: z.int(), delivered: z.int(), dead: z.int() }),
    progress: z.object({ identity: behind, project: behind }),
    last_fault: z.string().nullable(),
    last_fault_kind: faultKind,
    next_attempt_at: timestamp.nullable(),
  })
  .meta({ id: 'EventStreamState' })

const deliveryState = z.enum(['pending', 'delivered', 'dead'])
const delivery = z
  .object({
    id: z.int(),
    event_id: z.string(),
    event_type: z.string(),
    source: z.enum(['identity', 'project']),
    sequence: z.int(),
    state: deliveryState,
    attempts: z.int(),
    next_attempt_at: timestamp.nullable(),
    response_status: z.int().nullable(),
    fault: z.string().nullable(),
    fault_kind: faultKind,
    event: envelope.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'EventDelivery' })

const secret = z
  .object({ secret: z.string(), previous_secret_valid_until: timestamp.nullable() })
  .meta({ id: 'EventStreamSecret' })

/** Event streams of a project: the field's operations. */
export const eventStreamContract = {
  listEventStreams: {
    method: 'GET',
    path: all,
    scope: 'project',
    origin: 'field',
    summary: 'Lists the event streams of a project, and how many it may have.',
    answers: { 200: z.object({ event_streams: z.array(stream), most: z.int().optional() }) },
  },
  createEventStream: {
    method: 'POST',
    path: all,
    scope: 'project',
    origin: 'field',
    summary: 'Makes an event stream.',
    body: z.strictObject({ name: name.optional(), type, status: status.optional(), ...where }),
    answers: { 201: stream },
  },
  setEventStream: {
    method: 'PUT',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Changes an event stream; what is left out stays.',
    body: setBody,
    answers: { 200: stream },
  },
  deleteEventStream: {
    method: 'DELETE',
    path: one,
    scope: 'project',
    origin: 'field',
    summary: 'Deletes an event stream.',
    answers: { 204: null },
  },
} as const satisfies Readonly<Record<string, OperationContract>>

const dryRun = { dry_run: z.boolean().optional() }

/** The state of an event stream, and an operator's actions on it: operations of our own. */
export const deliveryContract = {
  getEventStream: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads an event stream with the state of its deliveries.',
    answers: { 200: streamState },
  },
  pauseEventStream: {
    method: 'POST',
    path: `${one}/pause`,
    scope: 'project',
    origin: 'ours',
    summary: 'Pauses an event stream: events wait.',
    answers: { 200: stream },
  },
  resumeEventStream: {
    method: 'POST',
    path: `${one}/resume`,
    scope: 'project',
    origin: 'ours',
    summary: 'Resumes an event stream.',
    answers: { 200: stream },
  },
  replayEventStream: {
    method: 'POST',
    path: `${one}/replay`,
    scope: 'project',
    origin: 'ours',
    summary: 'Sends again what happened from a moment, or from an event, on; `dry_run` only counts it.',
    body: z.union([
      z.strictObject({ since: moment, ...dryRun }),
      z.strictObject({ source: z.enum(['identity', 'project']), sequence: z.int().min(1), ...dryRun }),
    ]),
    answers: { 200: z.union([streamState, z.object({ events: z.int() })]) },
  },
  testEventStream: {
    method: 'POST',
    path: `${one}/test`,
    scope: 'project',
    origin: 'ours',
    summary: 'Sends one event that is made for it, and answers the result.',
    body: z.strictObject({}),
    answers: {
      200: z.object({
        event_id: id,
        delivered: z.boolean(),
        response_status: z.int().nullable(),
        fault: z.string().nullable(),
        fault_kind: faultKind,
      }),
    },
  },
  listEventStreamDeliveries: {
    method: 'GET',
    path: `${one}/deliveries`,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists deliveries, newest first.',
    query: z.object({
      ...paging,
      state: z.enum(['pending', 'delivered', 'dead'], 'has to be pending, delivered or dead.').optional(),
    }),
    answers: { 200: pageOf('deliveries', delivery) },
  },
  redriveEventStream: {
    method: 'POST',
    path: `${one}/deliveries/redrive`,
    scope: 'project',
    origin: 'ours',
    summary: 'Tries failed deliveries anew: one, or all.',
    body: z.strictObject({ delivery_id: z.int().min(1).optional() }),
    answers: { 200: z.object({ redriven: z.int() }) },
  },
  getEventStreamSecret: {
    method: 'GET',
    path: `${one}/secret`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads the secret that signs the events of a stream.',
    answers: { 200: secret },
  },
  rotateEventStreamSecret: {
    method: 'POST',
    path: `${one}/secret/rotation`,
    scope: 'project',
    origin: 'ours',
    summary: 'Makes a new secret; the one before counts for the overlap.',
    body: z.strictObject({ overlap_hours: z.number().min(0).max(168).default(24) }),
    answers: { 200: secret },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
