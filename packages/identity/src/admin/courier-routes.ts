import { jsonAnswer } from '@gatehouse/platform/http'

import type { IdentityConfig } from '../configuration/config.ts'
import type { OutboxMessage } from '../courier/message.ts'
import { presentMessage } from '../courier/present.ts'
import type { OutboxStore } from '../courier/outbox-store.ts'
import { RefusalError } from '../http/answer.ts'
import { badPageToken, keysetHeaders, pageSize } from '../http/paging.ts'
import type { Route, RouteContext } from '../http/route.ts'
import { requireUuid } from '../http/uuid.ts'

/** What showing the outbox takes. The configuration says whether texts, which hold codes, are shown. */
export interface CourierRoutesDeps {
  readonly config: IdentityConfig
  readonly outbox: OutboxStore
}

/** The administrator's view of mail and text messages. */
export function courierRoutes(deps: CourierRoutesDeps): readonly Route[] {
  return [
    { method: 'GET', path: '/courier/messages', handle: (context) => list(deps, context) },
    { method: 'GET', path: '/courier/messages/:id', handle: (context) => read(deps, context) },
  ]
}

const statuses: readonly OutboxMessage['status'][] = ['queued', 'processing', 'sent', 'abandoned']
const firstToken = Buffer.from('first').toString('base64url')

async function list({ config, outbox }: CourierRoutesDeps, { url }: RouteContext): Promise<Response> {
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
  return jsonAnswer(
    200,
    page.messages.map((message) => presentMessage(message, config.dev)),
    keysetHeaders(url, { size, first: firstToken, next }),
  )
}

async function read({ config, outbox }: CourierRoutesDeps, { params }: RouteContext): Promise<Response> {
  const message = await outbox.find(requireUuid(params.id ?? ''))
  if (!message) throw new RefusalError({ code: 404 })
  return jsonAnswer(200, presentMessage(message, config.dev, await outbox.dispatches(message.id)))
}

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
