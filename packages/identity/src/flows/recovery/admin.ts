import { z } from 'zod'

import { jsonAnswer } from '@gatehouse/platform/http'

import { parseDuration } from '../../configuration/duration.ts'
import type { Identity } from '../../identities/identity.ts'
import { RefusalError } from '../../http/answer.ts'
import { faultIsReason, readJsonBody, requireJsonType } from '../../http/json-body.ts'
import type { Route } from '../../http/route.ts'
import { timestamp } from '../../identities/present.ts'
import type { FlowContext } from '../flow-context.ts'
import type { AdminRecoveryCapability } from '../ports/strategy.ts'
import { newFlow, type NewFlow } from '../model/new-flow.ts'
import type { StoredFlow } from '../model/flow.ts'
import { flowPage, publicUrl } from '../presentation/present.ts'
import { parameter, returnToFault } from '../http/query.ts'
import { requestContextOf } from '../http/request-context.ts'

/** The id of zeros, which no identity has; an absent id counts as it. */
const zeroId = '00000000-0000-0000-0000-000000000000'
const linkBody = z.strictObject({ identity_id: z.guid().default(zeroId), expires_in: z.string().nullish() })
const codeBody = linkBody.extend({
  flow_type: z.enum(['browser', 'api', '']).nullish(),
})

/** The operations by which administrators help people back into their accounts. No message is sent. */
export interface AdminRecovery {
  /** Answers `POST /admin/recovery/code`: a code, and the page to enter it in. */
  readonly code: Route['handle']
  /** Answers `POST /admin/recovery/link`: a link that opens the account. */
  readonly link: Route['handle']
}

/** Creates both. They refuse with 400 while recovery is off, and with 404 while their own method is. */
export function createAdminRecovery(context: FlowContext): AdminRecovery {
  const { flows, methods } = context.config.selfservice
  const codes = context.strategies.find(({ id }) => id === 'code')?.adminRecovery
  const links = context.strategies.find(({ id }) => id === 'link')?.adminRecovery
  const requireRecovery = (): void => {
    if (!flows.recovery.enabled) throw new RefusalError({ code: 400, reason: 'Recovery is switched off.' })
  }
  return {
    code: async (route) => {
      requireRecovery()
      if (!codes) throw new RefusalError({ code: 404, reason: 'Recovery by code is switched off.' })
      requireJsonType(route)
      const body = await readJsonBody(route, codeBody, faultIsReason)
      return jsonAnswer(201, await createCode(context, codes, body, route.now))
    },
    link: async (route) => {
      if (!links) throw new RefusalError({ code: 404, reason: 'Recovery by link is switched off.' })
      requireRecovery()
      requireJsonType(route)
      const body = await readJsonBody(route, linkBody, faultIsReason)
      const request = requestContextOf(route, context.csrf)
      const fault = returnToFault(context, request)
      if (fault) throw new RefusalError(fault)
      const { identity, lifespanMs } = await recipient(context, body, {
        usualMs: methods.link.lifespanMs,
        unknown: 400,
      })
      const flow = adminFlow(context, identity, '/admin/recovery/link', {
        type: 'browser',
        active: 'link',
        nodes: links.nodes(),
        returnTo: parameter(request, 'return_to'),
        lifespanMs,
        now: route.now,
      })
      const url = await context.transactions.durable(async () => {
        await context.flows.insert(flow)
        await recordHelp(context, flow, 'link')
        return links.issue(flow, identity.id)
      })
      return jsonAnswer(200, { recovery_link: url, expires_at: timestamp(flow.expiresAt) })
    },
  }
}

async function createCode(
  context: Pick<FlowContext, 'config' | 'events' | 'flows' | 'identities' | 'transactions'>,
  codes: AdminRecoveryCapability,
  body: z.infer<typeof codeBody>,
  now: number,
): Promise<Record<string, string>> {
  const { config, flows, transactions } = context
  const { identity, lifespanMs } = await recipient(context, body, {
    usualMs: config.selfservice.methods.code.lifespanMs,
    unknown: 404,
  })
  const flow = adminFlow(context, identity, '/admin/recovery/code', {
    type: body.flow_type === 'api' ? 'api' : 'browser',
    active: 'code',
    nodes: codes.nodes(),
    returnTo: undefined,
    lifespanMs,
    now,
  })
  const digits = await transactions.durable(async () => {
    await flows.insert(flow)
    await recordHelp(context, flow, 'code')
    return codes.issue(flow, identity.id)
  })
  return { recovery_link: flowPage(config, flow), recovery_code: digits, expires_at: timestamp(flow.expiresAt) }
}

/** Returns the account and the lifespan. The two endpoints answer an unknown identity differently. */
async function recipient(
  { identities }: Pick<FlowContext, 'identities'>,
  body: z.infer<typeof linkBody>,
  { usualMs, unknown }: { readonly usualMs: number; readonly unknown: 400 | 404 },
): Promise<{ readonly identity: Identity; readonly lifespanMs: number }> {
  const lifespanMs = body.expires_in ? parseDuration(body.expires_in) : usualMs
  if (lifespanMs === undefined || lifespanMs <= 0) {
    const reason = `"expires_in" is no duration such as 1h, 30m or 15s: ${body.expires_in}`
    throw new RefusalError({ code: 400, reason })
  }
  const identity = await identities.find(body.identity_id)
  if (!identity) throw new RefusalError({ code: unknown, reason: 'There is no such identity.' })
  return { identity, lifespanMs }
}

/** Creates a flow bound to no browser: the holder of the code or link opens it in their own. */
function adminFlow(
  context: Pick<FlowContext, 'config'>,
  identity: Identity,
  path: string,
  request: Pick<NewFlow, 'type' | 'nodes' | 'returnTo' | 'now'> & { active: string; lifespanMs: number },
): StoredFlow {
  return newFlow(context, {
    ...request,
    kind: 'recovery',
    state: 'sent_email',
    requestUrl: publicUrl(context.config.adminBaseUrl, path),
    secret: undefined,
    identityId: identity.id,
    details: { adminCreated: true, submissions: 0 },
  })
}

async function recordHelp(
  { events }: Pick<FlowContext, 'events'>,
  { id, identityId, expiresAt }: StoredFlow,
  method: 'code' | 'link',
): Promise<void> {
  await events.helped({ flowId: id, identityId }, { method, expires_at: timestamp(expiresAt) })
}
