import type { FlowType } from '@gatehouse/contract/flow'
import { z } from 'zod'

import { parseDuration } from '../configuration/duration.ts'
import { jsonAnswer, RefusalError } from '../http/answer.ts'
import { readJsonBody } from '../http/json-body.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import type { Identity } from '../identities/identity.ts'
import { timestamp } from '../identities/present.ts'
import type { IdentityStore } from '../identities/store.ts'

/** A way back into an account, made by an administrator. Times are Unix milliseconds. */
export interface AdminRecoveryCode {
  /** The page where the code is entered. */
  readonly recoveryLink: string
  readonly recoveryCode: string
  readonly expiresAt: number
}

/** Starts a recovery flow for somebody else. */
export type CreateRecoveryCode = (request: {
  readonly identity: Identity
  readonly flowType: FlowType
  /** Absent: the configured life time of codes. */
  readonly expiresInMs: number | undefined
  readonly requestUrl: string
  readonly now: number
}) => AdminRecoveryCode

export interface RecoveryRoutesDeps {
  readonly identities: IdentityStore
  readonly recoveryEnabled: boolean
  readonly codeEnabled: boolean
  readonly createRecoveryCode: CreateRecoveryCode
}

const recoveryBody = z.strictObject({
  identity_id: z.string(),
  expires_in: z.string().optional(),
  flow_type: z.enum(['browser', 'api', '']).optional(),
})

/** An administrator helps people back into their accounts. */
export function recoveryRoutes(deps: RecoveryRoutesDeps): readonly Route[] {
  return [
    { method: 'POST', path: '/recovery/code', handle: (context) => createCode(deps, context) },
    {
      method: 'POST',
      path: '/recovery/link',
      handle: () => {
        throw new RefusalError(disabled)
      },
    },
  ]
}

const disabled = { code: 404, reason: 'This endpoint is switched off in the configuration.' }

async function createCode(deps: RecoveryRoutesDeps, context: RouteContext): Promise<Response> {
  if (!deps.recoveryEnabled) throw new RefusalError({ code: 400, reason: 'Recovery is switched off.' })
  if (!deps.codeEnabled) throw new RefusalError(disabled)
  const body = await readJsonBody(context, recoveryBody)
  const expiresInMs = body.expires_in ? parseDuration(body.expires_in) : undefined
  if (body.expires_in && (expiresInMs === undefined || expiresInMs <= 0)) {
    const reason = `"expires_in" is no duration like 1h, 30m or 15s: ${body.expires_in}`
    throw new RefusalError({ code: 400, reason })
  }
  const identity = deps.identities.find(requireUuid(body.identity_id))
  if (!identity) throw new RefusalError({ code: 404, reason: 'There is no such identity.' })
  const made = deps.createRecoveryCode({
    identity,
    flowType: body.flow_type === 'api' ? 'api' : 'browser',
    expiresInMs,
    requestUrl: context.url.href,
    now: context.now,
  })
  return jsonAnswer(201, {
    recovery_link: made.recoveryLink,
    recovery_code: made.recoveryCode,
    expires_at: timestamp(made.expiresAt),
  })
}
