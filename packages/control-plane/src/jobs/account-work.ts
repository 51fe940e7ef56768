import type { AccountAction } from '@gatehouse/contract/operators'
import { z } from 'zod'

import type { ActingCaller } from './acting-caller.ts'
import { type Job, type JobHandle, type ReportRow, WorkRefused } from '../model/job.ts'

/**
 * Applies one action to many accounts, one after the other, so that each has its line in the audit log. The account
 * that was in work when another process ended is processed again, which makes no difference to it.
 */
export async function accountWork(
  caller: ActingCaller,
  action: AccountAction,
  { identityIds, done }: Pick<Job, 'identityIds' | 'done'>,
  { stopped, report }: JobHandle,
): Promise<void> {
  for (const id of identityIds.slice(done)) {
    if (stopped()) return
    await report([await rowOf(id, await caller.send(requestFor(caller, action, id)))])
  }
}

function requestFor({ baseUrl }: ActingCaller, action: AccountAction, id: string): Request {
  const account = `${baseUrl}/admin/identities/${id}`
  switch (action) {
    case 'activate':
    case 'deactivate': {
      const value = action === 'activate' ? 'active' : 'inactive'
      const body = JSON.stringify([{ op: 'replace', path: '/state', value }])
      return new Request(account, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body })
    }
    case 'revoke':
      return new Request(`${account}/sessions`, { method: 'DELETE' })
    case 'delete':
      return new Request(account, { method: 'DELETE' })
  }
  action satisfies never
  throw new TypeError('an unknown action')
}

const refused = z.object({ error: z.object({ reason: z.string().optional(), message: z.string().optional() }) })

async function rowOf(identity: string, answer: Response): Promise<ReportRow> {
  if (answer.ok) return { identity, result: 'done' }
  const said = refused.safeParse(await answer.json().catch(() => undefined)).data?.error
  const reason = said?.reason ?? said?.message ?? `The answer was ${answer.status}.`
  const { status } = answer
  // An account without a session, or one that is deleted already, needs nothing done.
  if (status === 404) return { identity, result: 'nothing_to_do', reason }
  // A role that was removed meanwhile, or a service that is unreachable, is no fault of this account.
  if (status === 401 || status === 403 || status >= 500) throw new WorkRefused(reason)
  return { identity, result: 'refused', reason }
}
