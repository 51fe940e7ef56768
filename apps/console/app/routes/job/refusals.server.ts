import { personName } from '@gatehouse/contract/identities'
import type { ProjectContext } from '../../control-plane/scope.server.ts'
import type { JobView } from '../../jobs/job-view.ts'
import { firstRefusals, type RefusedRow } from './refused-rows.server.ts'

/** A refused entry, and the reason. `name` is undefined if the account no longer exists. */
export type Refusal = RefusedRow & { readonly name?: string | undefined }

/** The most refusals that the page names; the report has all of them. */
const mostRefusals = 50

/** Returns the first refusals of a job: people by name, entries of a file by their lines. */
export async function refusalsOf(scope: ProjectContext, job: JobView): Promise<readonly Refusal[]> {
  if ((job.counts['refused'] ?? 0) === 0) return []
  const answer = await scope.fetch('getJobReport', {
    params: { job_id: job.id },
    query: { format: 'jsonl', result: ['refused'] },
  })
  if (!answer.ok || answer.body === null) return []
  const rows = await firstRefusals(answer.body, mostRefusals)
  const ids = rows.flatMap((row) => (row.kind === 'person' ? [row.id] : []))
  if (ids.length === 0) return rows
  const listed = await scope.admin.listIdentities({ ids, page_size: ids.length })
  const names = new Map(listed.kind === 'ok' ? listed.body.map((one) => [one.id, personName(one)]) : [])
  return rows.map((row) => (row.kind === 'person' ? { ...row, name: names.get(row.id) } : row))
}
