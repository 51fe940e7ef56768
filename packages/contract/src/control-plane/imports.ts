import { z } from 'zod'

import { importSources } from '../job-rule.ts'
import { id, timestamp } from './fields.ts'
import { job } from './jobs.ts'
import type { OperationContract } from './operation.ts'

const imports = '/projects/{project}/imports'
const one = `${imports}/{import_id}`

const source = z.enum(importSources)
/** `own`: a format of ours, even if the file looks like an export of another system. */
const wantedSource = z.enum(['own', ...importSources])

/** A file of accounts that waits to be imported; for a day at most. */
const stagedImport = z
  .object({
    id,
    /** Its name in the source system; empty: it had no name. */
    file_name: z.string(),
    format: z.enum(['csv', 'json', 'jsonl']),
    /** The schema of each record that does not name one. */
    schema_id: z.string(),
    /** The system that it was exported from; null: a format of ours. */
    source: source.nullable(),
    /** Further files of the same export; `firebase_hash`: how Firebase made its hashes. */
    further_files: z.array(z.object({ name: z.string(), format: z.enum(['csv', 'json', 'jsonl', 'firebase_hash']) })),
    /** The columns of a table: the target of each, and samples from its first lines, without secrets. */
    columns: z.array(z.object({ name: z.string(), target: z.string(), samples: z.array(z.string()) })),
    received_at: timestamp,
  })
  .meta({ id: 'StagedImport' })

/** The faults that a schema finds in a value. `limit` of the problem names the allowed value; of `other`, the fault. */
const problemRules = [
  'missing',
  'email',
  'tel',
  'format',
  'too_short',
  'too_long',
  'too_small',
  'too_large',
  'pattern',
  'type',
  'choice',
  'unknown',
  'other',
] as const

/** One of them. */
export type ProblemRule = (typeof problemRules)[number]

const fault = z.object({
  line: z.int().positive(),
  index: z.int().nonnegative().optional(),
  /** Of several files, which. */
  file: z.string().optional(),
  reason: z.string(),
  /** The faults that its schema finds, by the names of the fields. */
  problems: z
    .array(z.object({ field: z.string(), rule: z.enum(problemRules), limit: z.string().optional() }))
    .optional(),
})

/** Files of accounts: operations of our own. A file is handed in, looked at, and started; its job reports the rest. */
export const importContract = {
  listImports: {
    method: 'GET',
    path: imports,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists the files of a project that wait to be imported, newest first.',
    answers: { 200: z.object({ imports: z.array(stagedImport) }) },
  },
  createImport: {
    method: 'POST',
    path: imports,
    scope: 'project',
    origin: 'ours',
    summary:
      'Hands in a file of accounts, of 32 MiB at most: CSV, JSON or JSON Lines, or an export of another system; its beginning shows which.',
    query: z.object({
      file_name: z.string().max(200).optional(),
      schema_id: z.string().optional(),
      source: wantedSource.optional(),
    }),
    upload: ['text/csv', 'application/json', 'application/jsonl', 'application/octet-stream'],
    answers: { 201: stagedImport },
  },
  addImportFile: {
    method: 'POST',
    path: `${one}/files`,
    scope: 'project',
    origin: 'ours',
    summary:
      'Adds what an export of another system has apart from its people: hashes of Auth0, identities of Supabase, hash parameters of Firebase.',
    query: z.object({ file_name: z.string().max(200).optional() }),
    upload: ['text/csv', 'text/plain', 'application/json', 'application/jsonl', 'application/octet-stream'],
    answers: { 200: stagedImport },
  },
  getImport: {
    method: 'GET',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads what a file is, and where its columns go.',
    answers: { 200: stagedImport },
  },
  checkImport: {
    method: 'GET',
    path: `${one}/check`,
    scope: 'project',
    origin: 'ours',
    summary: 'Looks at every account of a file, by its schema, before anything is created.',
    answers: {
      200: z
        .object({
          fine: z.int().nonnegative(),
          faulty: z.int().nonnegative(),
          /** The first fifty. */
          faults: z.array(fault),
          /** The first few accounts as they would be made, without their secrets. */
          preview: z.array(z.string()),
          /** Of an export of another system: the parts that stay behind, why, and of how many people. */
          left_behind: z.array(z.object({ what: z.string(), why: z.string(), people: z.int().positive() })),
          /** The sign-in providers that people are linked to, as they are called there and will be here. */
          providers: z.array(z.object({ there: z.string(), here: z.string(), people: z.int().positive() })),
        })
        .meta({ id: 'CheckedImport' }),
    },
  },
  updateImport: {
    method: 'PATCH',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary:
      'Changes the schema of a file, the system that it comes from, what providers are called here, or where its columns go: to a trait, something of the account, or nowhere.',
    body: z.strictObject({
      schema_id: z.string().min(1).optional(),
      targets: z.array(z.string().max(300)).max(1_000).optional(),
      source: wantedSource.optional(),
      /** By their names there. */
      providers: z.record(z.string().max(200), z.string().min(1).max(200)).optional(),
    }),
    answers: { 200: stagedImport },
  },
  deleteImport: {
    method: 'DELETE',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Throws a file away.',
    answers: { 204: null },
  },
  startImport: {
    method: 'POST',
    path: `${one}/start`,
    scope: 'project',
    origin: 'ours',
    summary:
      'Creates the accounts of a file, as a job, or returns the one that runs. Started again, it reports those that are there already.',
    answers: { 201: job },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
