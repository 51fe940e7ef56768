import { createFairQueue, QueueFullError } from '@gatehouse/platform/work'

import type { IdentityConfig } from './configuration/config.ts'
import { JobTimeoutError, sharedWorkerPool } from './credentials/worker-pool.ts'
import { schemaSize } from './identities/schema-bounds.ts'

/** The schemas to compile. */
export type CompileJob = Pick<IdentityConfig, 'schemas' | 'defaultSchemaId'>

/**
 * The time limit in milliseconds. Within the bounds schemas take a fifth of a second; threads and busy machines need
 * more.
 */
const timeoutMs = 10_000
/** Schemas up to this size compile in some milliseconds, whatever their content. */
const small = { keywords: 200, values: 500, patterns: 10 }

/** One thread for all projects: neither starts nor changes of a configuration need to be quick. */
const lane = createFairQueue({ slots: 1, slotsOfLane: 1, waitingOfLane: 100, timeoutMs: 60_000 }).lane()

/**
 * Compiles the schemas of a configuration in a thread, before they are compiled in the thread that answers all
 * projects. Resolves with their faults; small ones are left to `createIdentityService`, which reports faults itself.
 */
export async function trySchemas(
  { schemas, defaultSchemaId }: CompileJob,
  worker = new URL('./compile-worker.ts', import.meta.url),
  limitMs = timeoutMs,
): Promise<readonly string[]> {
  if (schemas.every(({ document }) => isSmall(document)) && schemas.length <= 5) return []
  // A schema that is not loaded yet cannot be sent to a thread.
  const sent = schemas.filter(({ far }) => far === undefined)
  return lane(async () => {
    const pool = sharedWorkerPool<CompileJob, string>(worker, limitMs)
    try {
      const fault = await pool.run({ schemas: sent, defaultSchemaId })
      return fault === '' ? [] : [fault]
    } finally {
      await pool.close()
    }
  }).catch((error: unknown) => {
    if (error instanceof JobTimeoutError || error instanceof QueueFullError) return [tooSlow]
    throw error
  })
}

const tooSlow =
  'identity.schemas could not be compiled in ten seconds, as other projects wait for it: make them smaller, or try again when the machine is less busy'

function isSmall(document: object): boolean {
  const { keywords, values, patterns } = schemaSize(document)
  return keywords <= small.keywords && values <= small.values && patterns <= small.patterns
}
