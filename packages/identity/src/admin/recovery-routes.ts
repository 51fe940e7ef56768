import type { AdminRecovery } from '../flows/recovery/admin.ts'
import type { Route } from '../http/route.ts'

/** The recovery operations, which the routes call. */
export interface RecoveryRoutesDeps {
  readonly adminRecovery: AdminRecovery
}

/** Returns the routes by which administrators help people back into their accounts. */
export function recoveryRoutes({ adminRecovery }: RecoveryRoutesDeps): readonly Route[] {
  return [
    { method: 'POST', path: '/recovery/code', handle: adminRecovery.code },
    { method: 'POST', path: '/recovery/link', handle: adminRecovery.link },
  ]
}
