import { faultText } from '../../onboarding/fault-text.server.ts'
import type { Portal } from '../../onboarding/portal.server.ts'
import type { ConsoleRequest } from '../../request/console-request.ts'

/** Tries the connection that is there. */
export async function check(page: ConsoleRequest, portal: Portal) {
  const checked = await portal.check()
  return { kind: 'checked' as const, fault: checked.kind === 'refused' ? faultText(page, checked) : undefined }
}
