import type { Refused } from '@gatehouse/client/control-plane'
import { refusedByControlPlane } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Why a job was not started, for the form that asked for it. Throws a page for what no form can mend. */
export function reasonNotStarted(page: ConsoleRequest, { status, id, reason }: Refused): string {
  if (id === 'quota_exceeded') return page.t('console_people:jobs.busy')
  if (status === 400) return reason
  throw refusedByControlPlane(page, status, reason, id)
}
