import type { AdminRecovery } from '../flows/recovery/admin.ts'
import type { Route } from '../http/route.ts'

/** The work is the recovery flow's: the routes only lead there. */
export interface RecoveryRoutesDeps {
  readonly adminRecovery: AdminRecovery
}

/** An administrator helps people back into their accounts. */
export function recoveryRoutes({ adminRecovery }: RecoveryRoutesDeps): readonly Route[] {
  return [
    { method: 'POST', path: '/recovery/code', handle: adminRecovery.code },
    { method: 'POST', path: '/recovery/link', handle: adminRecovery.link },
  ]
}
