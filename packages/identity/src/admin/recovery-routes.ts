import { RefusalError } from '../http/answer.ts'
import type { Route } from '../http/route.ts'

export interface RecoveryRoutesDeps {
  /** Answers `POST /recovery/code`: the recovery flow makes the code. */
  readonly createRecoveryCode: Route['handle']
}

/** An administrator helps people back into their accounts. */
export function recoveryRoutes(deps: RecoveryRoutesDeps): readonly Route[] {
  return [
    { method: 'POST', path: '/recovery/code', handle: deps.createRecoveryCode },
    {
      method: 'POST',
      path: '/recovery/link',
      handle: () => {
        throw new RefusalError({ code: 404, reason: 'This endpoint is switched off: there is no recovery by link.' })
      },
    },
  ]
}
