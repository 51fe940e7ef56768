import { z } from 'zod'

import { moment, timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'
import { pageOf, paging } from './paging.ts'

const project = '/projects/{project}'

/** One thing that happened, as receivers of event streams get it. */
export const envelope = z
  .object({
    id: z.string(),
    type: z.string(),
    source: z.enum(['identity', 'project']),
    schema_version: z.int(),
    sequence: z.int(),
    time: timestamp,
    project_id: z.string().nullable(),
    identity_id: z.string().nullable(),
    session_id: z.string().nullable(),
    flow_id: z.string().nullable(),
    actor: z.object({ type: z.enum(['person', 'administrator', 'operator', 'system']), id: z.string().nullable() }),
    client: z.object({ ip_address: z.string(), user_agent: z.string() }).nullable(),
    data: z.record(z.string(), z.unknown()),
    traceparent: z.string().optional(),
    tracestate: z.string().optional(),
  })
  .meta({ id: 'Event' })

const longestWaitSeconds = 30
const page = pageOf('events', envelope)
const counts = z.object({ succeeded: z.int(), failed: z.int() })

const wrongMoment = 'is wrong or missing: it is a time such as 2026-11-22T09:00:00Z.'
const momentOfQuery = z.string(wrongMoment).pipe(moment.or(z.never(wrongMoment)))

/** Reads the events of a project: operations of our own. */
export const eventContract = {
  listProjectEvents: {
    method: 'GET',
    path: `${project}/events`,
    scope: 'project',
    origin: 'ours',
    summary:
      'Reads events: oldest first from a position on, and `wait_seconds` waits for the next one; or newest first. As text/event-stream: a live tail.',
    query: z.object({
      ...paging,
      order: z.enum(['oldest', 'newest'], 'has to be oldest or newest.').default('oldest'),
      type: z
        .string()
        .regex(/^[A-Za-z]{1,80}$/, 'has to be a name of docs/reference/events.md, such as LoginSucceeded.')
        .optional(),
      identity_id: z.guid('has to be the UUID of an identity.').toLowerCase().optional(),
      wait_seconds: z
        .string()
        .refine((text) => /^\d{1,2}$/.test(text) && Number(text) <= longestWaitSeconds, {
          message: `has to be a whole number up to ${longestWaitSeconds}.`,
        })
        .transform(Number)
        .meta({ override: { type: 'integer', minimum: 0, maximum: longestWaitSeconds } })
        .optional(),
    }),
    answers: { 200: page.extend({ types: z.array(z.string()).optional() }) },
    otherMedia: ['text/event-stream'],
  },
  listIdentityEvents: {
    method: 'GET',
    path: `${project}/identities/{identity_id}/events`,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists what happened to an account, newest first.',
    query: z.object({ ...paging, type: z.array(z.string()).optional() }),
    answers: { 200: page },
  },
  getSignInActivity: {
    method: 'GET',
    path: `${project}/sign-ins`,
    scope: 'project',
    origin: 'ours',
    summary: 'Counts sign-ins over time: results, methods and latency.',
    query: z.object({
      from: momentOfQuery,
      to: momentOfQuery,
      bucket: z.enum(['minute', 'hour', 'day'], 'has to be minute, hour or day.'),
    }),
    answers: {
      200: z.object({
        buckets: z.array(
          counts.extend({
            start: timestamp,
            methods: z.record(z.string(), counts),
            duration_ms: z.object({ average: z.number(), longest: z.number() }).nullable(),
          }),
        ),
      }),
    },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
