import { z } from 'zod'

import { isUuid } from '@gatehouse/platform/secrets'
import type { Transactions } from '@gatehouse/platform/database'

import { jsonAnswer } from '@gatehouse/platform/http'
import { RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import type { Route } from '../http/route.ts'
import type { SessionStore } from '../sessions/session-store.ts'
import type { RememberedDeviceStore } from '../devices/device-store.ts'

/** The maximum in one call; the answer reports whether more are left. */
const batch = 1_000

/** A list of a body. Go's clients write null for an empty one. */
const list = z
  .array(z.string())
  .max(batch)
  .nullish()
  .transform((given) => given ?? [])

const body = z.strictObject({
  action: z.enum(['disable', 'delete']),
  identities: list,
  sessions: list,
})

/** The dependencies: sessions and remembered browsers end in one transaction. */
export interface ManageSessionsDeps {
  readonly sessions: SessionStore
  readonly devices: RememberedDeviceStore
  readonly transactions: Transactions
}

/**
 * `POST /sessions`: ends or removes sessions by their ids, by their identities, or all of them (`identities: ["*"]`).
 * Except by ids, remembered browsers are forgotten with them.
 */
export function manageSessions({ sessions, devices, transactions }: ManageSessionsDeps): Route['handle'] {
  return async (route) => {
    const { action, identities, sessions: ids } = await readJsonBody(route, body)
    if (identities.length > 0 === ids.length > 0) {
      throw new RefusalError({ code: 400, reason: 'Exactly one of "identities" and "sessions" has to name something.' })
    }
    const all = identities.length === 1 && identities[0] === '*'
    if (!all && ![...identities, ...ids].every(isUuid)) {
      throw new RefusalError({ code: 400, reason: 'An id is no UUID.' })
    }
    const scope = all
      ? ({ by: 'all' } as const)
      : ids.length > 0
        ? ({ by: 'session', ids } as const)
        : ({ by: 'identity', ids: identities } as const)
    const processed = await transactions.durable(async () => {
      if (scope.by === 'all') await devices.deleteAll()
      if (scope.by === 'identity') for (const id of scope.ids) await devices.deleteByIdentity(id)
      return (await sessions.end(action, scope, batch)).length
    })
    return jsonAnswer(200, { processed, more: scope.by !== 'session' && processed === batch })
  }
}
