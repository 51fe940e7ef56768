import { createOutbound, type Reach } from '@gatehouse/platform/outbound'
import { z } from 'zod'

import type { Clock } from '@gatehouse/platform/work'
import type { HttpCallConfig } from '../configuration/config.ts'
import { JsonnetFault, type EvaluateJsonnet } from '../jsonnet/jsonnet.ts'
import { authHeaders } from '../outbound/authentication.ts'
import { type MessageSender, DeliveryFault } from './sender.ts'

const timeoutMs = 30_000

/**
 * Creates a sender that hands messages to a service over HTTP. The built-in body is `{ id, recipient, subject, body,
 * html, template_type, message_type, channel }` with the keys of Kratos' own (`builtInKeys`). A Jsonnet body receives
 * the former as `ctx`, with the other keys of Kratos (`httpDataModel` of its `courier/http_channel.go`):
 * `template_data` and, for mails, `html_body`. If the headers ask for a form, the body is a form.
 */
export function createHttpSender(
  call: HttpCallConfig,
  clock: Clock,
  reachOf: (url: string) => Reach,
  evaluateJsonnet: EvaluateJsonnet,
): MessageSender {
  const outbound = createOutbound({ purpose: 'http_courier', reachOf, timeoutMs })
  const { 'content-type': type = 'application/json', ...headers } = Object.fromEntries(
    Object.entries(call.headers).map(([name, value]) => [name.toLowerCase(), value]),
  )
  const isForm = type.split(';', 1)[0]?.trim() === 'application/x-www-form-urlencoded'
  return {
    send: async (message) => {
      const standard = {
        id: message.id,
        recipient: message.recipient,
        subject: message.subject,
        body: message.body,
        html: message.html,
        template_type: message.templateType,
        message_type: message.type === 'phone' ? 'sms' : message.type,
        channel: message.channel,
      }
      const context = {
        ...standard,
        ...(message.html !== '' && { html_body: message.html }),
        template_data: message.templateData,
      }
      const said =
        call.body === undefined
          ? { ...standard, ...builtIn(message.templateData) }
          : await evaluateJsonnet(call.body, {}, { ctx: context })
      const body = isForm ? formOf(said) : JSON.stringify(said)
      const { status } = await outbound.call({
        url: call.url,
        method: call.method,
        headers: {
          'content-type': type,
          'user-agent': 'gatehouse',
          ...headers,
          ...authHeaders(call.auth, { id: message.id, now: clock(), body }),
        },
        body,
      })
      if (status >= 200 && status < 300) return
      throw new DeliveryFault(`the service answered ${status}`, statusFaults[status] ?? { blame: 'unclear' })
    },
    close: () => {},
  }
}

/** The keys of a message's data in Kratos' built-in body (the default of `request_config.body`); null if absent. */
const builtInKeys = ['to', 'recovery_code', 'recovery_url', 'verification_code', 'verification_url'] as const

function builtIn(data: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(builtInKeys.map((key) => [key, data[key] ?? null]))
}

/** Returns a form body. A form has texts only; null values are left out. Throws a `JsonnetFault`. */
function formOf(said: unknown): string {
  const fields = formFields.safeParse(said)
  if (!fields.success) throw new JsonnetFault('a form is an object of texts, numbers and booleans')
  return new URLSearchParams(
    Object.entries(fields.data).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])),
  ).toString()
}

const formFields = z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()]))

const refused = { blame: 'message', isFinal: true } as const
const notSignedIn = { blame: 'carrier', step: 'sign_in' } as const
const later = { blame: 'unclear', isTemporary: true } as const

/**
 * TABLE: answers that identify the blame. The service understood the message and will never accept it, or it does not
 * know us, or it will accept it later. Others may be about this message (a number that is blocked) or about all (a
 * wrong address, an overload).
 */
const statusFaults: Readonly<Record<number, typeof refused | typeof notSignedIn | typeof later>> = {
  400: refused,
  401: notSignedIn,
  407: notSignedIn,
  413: refused,
  422: refused,
  429: later,
  503: later,
}
