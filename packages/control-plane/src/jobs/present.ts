import type { job } from '@gatehouse/contract/control-plane'
import type { z } from 'zod'

import { timestamp } from '../http/answer.ts'
import type { Staging } from '../model/staged-import.ts'
import type { JobView } from '../model/job.ts'

/** A job as the wire shows it. Its import is named while the file is there. */
export async function presentJob(
  { imports }: { readonly imports: Pick<Staging, 'find'> },
  projectId: string,
  view: JobView,
): Promise<z.input<typeof job>> {
  const { id, kind, state, total, done, counts, startedAt, endedAt, startedBy, failure, source } = view
  const staged = source === undefined ? undefined : await imports.find(projectId, source)
  return {
    id,
    kind,
    state,
    total: total ?? null,
    done,
    counts,
    started_at: timestamp(startedAt),
    ended_at: endedAt === undefined ? null : timestamp(endedAt),
    started_by: startedBy,
    failure: failure ?? null,
    import_id: staged?.id ?? null,
  }
}
