import type { Refused } from '@gatehouse/client/control-plane'
import { refusalPage } from '../failure/fail.server.ts'
import type { ConsoleRequest } from '../request/console-request.ts'

/** Returns why a job was not started, for its form. Throws an error response for a reason that no form can correct. */
export function reasonNotStarted(page: ConsoleRequest, { status, id, reason }: Refused): string {
  if (id === 'quota_exceeded') return page.t('console_people:jobs.busy')
  if (status === 400) return reason
  throw refusalPage(page, status, reason, id)
}
