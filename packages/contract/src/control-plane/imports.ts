import { z } from 'zod'

import { id, timestamp } from './fields.ts'
import { job } from './jobs.ts'
import type { OperationContract } from './operation.ts'

const imports = '/projects/{project}/imports'
const one = `${imports}/{import_id}`

/** A file of accounts that waits to be imported; for a day at most. */
const stagedImport = z
  .object({
    id,
    /** As it was called where it came from; empty: it had no name. */
    file_name: z.string(),
    format: z.enum(['csv', 'json', 'jsonl']),
    /** The schema of whoever does not name one. */
    schema_id: z.string(),
    /** The columns of a table: where each goes, and what is in its first lines, without secrets. */
    columns: z.array(z.object({ name: z.string(), target: z.string(), samples: z.array(z.string()) })),
    received_at: timestamp,
  })
  .meta({ id: 'StagedImport' })

const fault = z.object({
  line: z.int().positive(),
  index: z.int().nonnegative().optional(),
  reason: z.string(),
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
    summary: 'Hands in a file of accounts, of 32 MiB at most: CSV, JSON or JSON Lines; its beginning shows which.',
    query: z.object({ file_name: z.string().max(200).optional(), schema_id: z.string().optional() }),
    upload: ['text/csv', 'application/json', 'application/jsonl', 'application/octet-stream'],
    answers: { 201: stagedImport },
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
        })
        .meta({ id: 'CheckedImport' }),
    },
  },
  updateImport: {
    method: 'PATCH',
    path: one,
    scope: 'project',
    origin: 'ours',
    summary: 'Changes the schema of a file, or where its columns go: to a trait, something of the account, or nowhere.',
    body: z.strictObject({
      schema_id: z.string().min(1).optional(),
      targets: z.array(z.string().max(300)).max(1_000).optional(),
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
    summary: 'Creates the accounts of a file, as a job. Started again, it reports those that are there already.',
    answers: { 201: job },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
