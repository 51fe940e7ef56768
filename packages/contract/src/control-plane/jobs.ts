import { z } from 'zod'

import { accountActions, mostAccountsOfJob } from '../job-rule.ts'
import { id, timestamp } from './fields.ts'
import type { OperationContract } from './operation.ts'

const jobs = '/projects/{project}/jobs'
const one = `${jobs}/{job_id}`

/** The kinds of long work. */
export const jobKinds = [...accountActions, 'import'] as const

/**
 * `failed`: it could not continue, and `failure` says why. `interrupted`: it was given up, as several processes that
 * ran it ended without progress.
 */
export const jobStates = ['running', 'done', 'stopped', 'failed', 'interrupted'] as const

/** Long work on the accounts of a project. */
export const job = z
  .object({
    id,
    kind: z.enum(jobKinds),
    state: z.enum(jobStates),
    /** How many entries there are; null while that is not known. */
    total: z.int().nonnegative().nullable(),
    done: z.int().nonnegative(),
    /** How many entries ended how: `created`, `exists`, `refused`, `done`, `nothing_to_do`. */
    counts: z.record(z.string(), z.int().nonnegative()),
    started_at: timestamp,
    ended_at: timestamp.nullable(),
    started_by: z.string(),
    failure: z.string().nullable(),
    /** The import whose file is still there, so that it can be started again; null: none. */
    import_id: id.nullable(),
  })
  .meta({ id: 'Job' })

/** TABLE: parameters of the list of accounts that select accounts. */
const matchingKeys = [
  'search',
  'order',
  'state',
  'schema_id',
  'organization_id',
  'verified',
  'second_step',
  'method',
  'created_after',
  'last_seen_before',
  'credentials_identifier',
  'preview_credentials_identifier_similar',
  'ids',
] as const

/** Long work on accounts: operations of our own. It continues after its caller has disconnected. */
export const jobContract = {
  listJobs: {
    method: 'GET',
    path: jobs,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists long work on a project’s accounts, newest first: what runs, and the last twenty that ended.',
    answers: { 200: z.object({ jobs: z.array(job) }) },
  },
  createJob: {
    method: 'POST',
    path: jobs,
    scope: 'project',
    origin: 'ours',
    summary:
      'Starts to do one thing to many accounts, one after the other: to those of these ids, or to all that a list finds but the caller’s own. Each has its own line in the audit log.',
    body: z
      .strictObject({
        action: z.enum(accountActions),
        identity_ids: z.array(z.guid('has to be the id of an identity.')).min(1).max(mostAccountsOfJob).optional(),
        /** All accounts that the list finds with these parameters when the job starts. */
        matching: z.partialRecord(z.enum(matchingKeys), z.string().max(300)).optional(),
      })
      .refine(({ identity_ids: ids, matching }) => (ids === undefined) !== (matching === undefined), {
        message: 'has to have either identity_ids or matching.',
        path: ['identity_ids'],
      }),
    answers: { 201: job },
  },
  getJob: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads how far a job is.',
    answers: { 200: job },
  },
  getJobReport: {
    method: 'GET',
    path: `${one}/report`,
    scope: 'project',
    origin: 'ours',
    summary: 'Downloads what became of each entry so far, as JSON Lines or CSV; with `result`, those that ended so.',
    query: z.object({
      result: z.array(z.string()).optional(),
      format: z.enum(['jsonl', 'csv'], 'has to be jsonl or csv.').default('jsonl'),
    }),
    answers: { 200: null },
    otherMedia: ['application/jsonl', 'text/csv'],
  },
  stopJob: {
    method: 'POST',
    path: `${one}/stop`,
    scope: 'project',
    origin: 'ours',
    summary: 'Ends a job after the entries that are under way. One that has ended stays as it is.',
    answers: { 200: job },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
