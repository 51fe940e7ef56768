import type { AdminClient } from '@gatehouse/client/admin-client'
import type { Answer } from '@gatehouse/client/answer'
import { type JobHandle, type ReportRow, WorkRefused } from '../../../src/jobs/job.ts'
import { refusalOf } from '../../people/answers.server.ts'
import type { BulkAction } from '../people/bulk-actions.ts'

/** Does one thing to many people, one after the other, so that each has its line in the audit log. */
export async function bulkWork(
  admin: AdminClient,
  action: BulkAction,
  ids: readonly string[],
  { stopped, report }: JobHandle,
): Promise<void> {
  for (const id of ids) {
    if (stopped()) return
    report([rowOf(id, await doTo(admin, action, id))])
  }
}

function doTo(admin: AdminClient, action: BulkAction, id: string): Promise<Answer<unknown>> {
  switch (action) {
    case 'activate':
    case 'deactivate':
      return admin.patchIdentity({ id }, [
        { op: 'replace', path: '/state', value: action === 'activate' ? 'active' : 'inactive' },
      ])
    case 'revoke':
      return admin.deleteIdentitySessions({ id })
    case 'delete':
      return admin.deleteIdentity({ id })
  }
  action satisfies never
  throw new TypeError('an action that nobody knows')
}

function rowOf(identity: string, answer: Answer<unknown>): ReportRow {
  if (answer.kind === 'ok') return { identity, result: 'done' }
  const { status, reason } = refusalOf(answer)
  // Whoever has no session, or is gone already, needs nothing done.
  if (status === 404) return { identity, result: 'nothing_to_do', reason }
  // A role that was taken away meanwhile, or a service that is away, is no fault of this person.
  if (status === 401 || status === 403 || status >= 500) throw new WorkRefused(reason)
  return { identity, result: 'refused', reason }
}
