import { type CourierMessage, courierTemplateTypes, type DeliveryFaultKind } from '@gatehouse/contract/identities'
import { emptyAnswer, jsonAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../configuration/config.ts'
import type { CourierService } from '../courier/courier.ts'
import { faultKindOf } from '../courier/mail-fault.ts'
import type { OutboxMessage } from '../courier/message.ts'
import type { Outage, OutageStore } from '../courier/outages.ts'
import type { Dispatch, OutboxStore } from '../courier/outbox-store.ts'
import { hasRunOut, isProofRequest, resendOf } from '../courier/resend.ts'
import type { AdminVerification } from '../flows/verification/admin.ts'
import { RefusalError } from '../http/answer.ts'
import { badPageToken, keysetHeaders, pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'
import { normalizeIdentifier } from '../identities/address.ts'
import type { IdentityStore } from '../identities/identity-store.ts'
import { timestamp } from '../identities/present.ts'

/** The dependencies of showing the outbox. The configuration decides whether texts, which hold codes, are shown. */
export interface CourierRoutesDeps {
  readonly config: IdentityConfig
  readonly outbox: OutboxStore
  readonly outages: OutageStore
  readonly courier: Pick<CourierService, 'hurry'>
  readonly identities: IdentityStore
  readonly adminVerification: AdminVerification
}

/** Returns the administrator's routes of mail and text messages. */
export function courierRoutes(deps: CourierRoutesDeps): readonly Route[] {
  return [
    { method: 'GET', path: '/courier/messages', handle: (context) => list(deps, context) },
    { method: 'GET', path: '/courier/messages/:id', handle: (context) => read(deps, context) },
    { method: 'POST', path: '/courier/messages/:id/resend', handle: (context) => resend(deps, context) },
  ]
}

const statuses: readonly OutboxMessage['status'][] = ['queued', 'processing', 'sent', 'abandoned']
const firstToken = Buffer.from('first').toString('base64url')

async function list({ config, outbox, outages }: CourierRoutesDeps, { url }: RouteContext): Promise<Response> {
  const query = url.searchParams
  const size = pageSize(query)
  const status = statusOf(query.get('status'))
  const recipient = query.get('recipient')
  const after = decodeToken(query.get('page_token'))
  const page = await outbox.list({
    size,
    ...(after !== undefined && { after }),
    ...(status !== undefined && { status }),
    ...(recipient && { recipient }),
  })
  const next = page.next === undefined ? undefined : Buffer.from(page.next).toString('base64url')
  const failed = page.messages.filter((one) => one.status !== 'sent')
  const faults = await outbox.lastFaults(failed.map(({ id }) => id))
  const outageOf = await outagesByType(outages)
  return jsonAnswer(
    200,
    page.messages.map((message) => {
      const outage = outageOf(message)
      const error = outage?.reason ?? faults.get(message.id)
      // Kratos has no such key: it shows why a message has not arrived yet.
      return {
        ...presentMessage(message, { dev: config.dev, outage }),
        ...(error !== undefined && { last_error: error, ...ofKind(error, 'last_error_kind') }),
      }
    }),
    keysetHeaders(url, { size, first: firstToken, next }),
  )
}

/** Returns a look-up of the outage that a message waits for. */
async function outagesByType(outages: OutageStore): Promise<(message: OutboxMessage) => Outage | undefined> {
  const all = await outages.all()
  return ({ status, type }) =>
    status === 'queued' || status === 'processing' ? all.find((outage) => outage.type === type) : undefined
}

async function read({ config, outbox, outages }: CourierRoutesDeps, { params }: RouteContext): Promise<Response> {
  const message = await outbox.find(requireUuid(params.id ?? ''))
  if (!message) throw new RefusalError({ code: 404 })
  const outage = (await outagesByType(outages))(message)
  const dispatches = await outbox.dispatches(message.id)
  return jsonAnswer(200, presentMessage(message, { dev: config.dev, outage, dispatches }))
}

async function resend(deps: CourierRoutesDeps, { params, now }: RouteContext): Promise<Response> {
  const { config, outbox, outages, courier, identities, adminVerification } = deps
  const message = await outbox.find(requireUuid(params.id ?? ''))
  if (!message) throw new RefusalError({ code: 404 })
  const outage = (await outagesByType(outages))(message)
  const way = resendOf(message, outage !== undefined)
  if (way === undefined) throw new RefusalError({ code: 400, reason: unsendable[message.status] })
  if (way === 'new_proof') {
    if (await hasNewer(outbox, message)) throw new RefusalError({ code: 400, reason: outdated.newer })
    const address = normalizeIdentifier(message.recipient)
    const identity = await identities.findByVerifiableAddress(address)
    if (!identity) throw new RefusalError({ code: 400, reason: 'No account has this address any more.' })
    await adminVerification.send(identity, address, now)
    return emptyAnswer()
  }
  if (hasRunOut(message, config.selfservice.methods, now)) {
    throw new RefusalError({ code: 400, reason: outdated.runOut })
  }
  // The worker may have been faster: no message is sent twice.
  if (!(await outbox.requeue(message.id, now))) throw new RefusalError({ code: 409, reason: unsendable.processing })
  await courier.hurry()
  return emptyAnswer()
}

/** TABLE: the reasons why a message is outdated. */
const outdated = {
  newer: 'A newer message asks for the proof of this address.',
  runOut: 'Its code or link has run out. The person can ask for a new one.',
} as const

/** Checks that a newer message requests the proof of the same address. */
async function hasNewer(outbox: OutboxStore, { id, recipient }: OutboxMessage): Promise<boolean> {
  // The list begins with the newest.
  const { messages } = await outbox.list({ size: 250, recipient })
  const newest = messages.find(isProofRequest)
  return newest !== undefined && newest.id !== id
}

/** TABLE: the reason why a message is not sent again, by its status. */
const unsendable = {
  queued: 'The message has not been tried yet: it is on its way.',
  processing: 'The message is being sent already.',
  sent: 'The message was delivered.',
  abandoned: 'Its text was deleted, because it has a code or a link. The person can ask for a new one.',
} as const

function statusOf(value: string | null): OutboxMessage['status'] | undefined {
  if (value === null || value === '') return undefined
  const status = statuses.find((one) => one === value)
  if (!status) throw new RefusalError({ code: 400, reason: `"${value}" is no message status.` })
  return status
}

function decodeToken(token: string | null): string | undefined {
  if (token === null || token === '' || token === firstToken) return undefined
  const key = Buffer.from(token, 'base64url').toString('utf8')
  if (!/^\d{1,15}\/[0-9a-f-]{36}$/.test(key)) throw badPageToken()
  return key
}

const redacted = '<redacted-unless-dev-mode>'

/**
 * Returns a message for the admin API. Its text holds a code, so only development mode shows it. `outage`: that of its
 * carrier.
 */
export function presentMessage(
  message: OutboxMessage,
  {
    dev,
    outage,
    dispatches,
  }: {
    readonly dev: boolean
    readonly outage?: Outage | undefined
    readonly dispatches?: readonly Dispatch[]
  },
): CourierMessage {
  return {
    id: message.id,
    status: message.status,
    type: message.type,
    recipient: message.recipient,
    body: dev ? message.body : redacted,
    subject: dev ? message.subject : redacted,
    ...presentTemplate(message.templateType),
    channel: message.channel,
    send_count: message.sendCount,
    // Kratos has no such key.
    ...(resendOf(message, outage !== undefined) !== undefined && { can_be_resent: true }),
    ...(outage && { held_since: timestamp(outage.since) }),
    ...(dispatches && { dispatches: dispatches.map(presentDispatch) }),
    created_at: timestamp(message.createdAt),
    updated_at: timestamp(message.updatedAt),
  }
}

const known: readonly string[] = courierTemplateTypes

/** Returns the names of a template on the wire: clients generated from Kratos' API cannot read a type of ours. */
function presentTemplate(name: string): Pick<CourierMessage, 'template_type' | 'template_name'> {
  return known.includes(name) ? { template_type: name } : { template_type: 'stub', template_name: name }
}

/** Kratos has no such key. */
function ofKind<Key extends string>(error: string, key: Key): { readonly [K in Key]?: DeliveryFaultKind } {
  const kind = faultKindOf(error)
  return kind === undefined ? {} : ({ [key]: kind } as { readonly [K in Key]?: DeliveryFaultKind })
}

function presentDispatch(dispatch: Dispatch) {
  return {
    id: dispatch.id,
    message_id: dispatch.messageId,
    status: dispatch.status,
    error: dispatch.error === undefined ? null : { message: dispatch.error, ...ofKind(dispatch.error, 'kind') },
    created_at: timestamp(dispatch.createdAt),
    updated_at: timestamp(dispatch.createdAt),
  }
}
