import type { Clock } from '../clock.ts'
import type { HttpCallConfig } from '../configuration/config.ts'
import { evaluateJsonnet } from '../jsonnet.ts'
import { authHeaders } from '../outbound/authentication.ts'
import { createOutbound } from '../outbound/call.ts'
import type { MessageSender } from './sender.ts'
import { UndeliverableError } from './sender.ts'

const patienceMs = 30_000

/**
 * Hands messages to a service over HTTP. The built-in body is `{ id, recipient, subject, body, html, template_type,
 * message_type, channel }`; a Jsonnet body gets the same as `ctx`.
 */
export function createHttpSender(
  call: HttpCallConfig,
  clock: Clock,
  allowPrivate: (url: string) => boolean,
): MessageSender {
  const send = createOutbound({ allowPrivate, timeoutMs: patienceMs })
  return {
    send: async (message) => {
      const context = {
        id: message.id,
        recipient: message.recipient,
        subject: message.subject,
        body: message.body,
        html: message.html,
        template_type: message.templateType,
        message_type: message.type,
        channel: message.channel,
      }
      const body = JSON.stringify(
        call.body === undefined ? context : await evaluateJsonnet(call.body, {}, { ctx: context }),
      )
      const { status } = await send({
        url: call.url,
        method: call.method,
        headers: {
          'content-type': 'application/json',
          'user-agent': 'gatehouse',
          ...call.headers,
          ...authHeaders(call.auth, { id: message.id, now: clock(), body }),
        },
        body,
      })
      if (status >= 200 && status < 300) return
      const reason = `the service answered ${status}`
      throw finalStatuses.has(status) ? new UndeliverableError(reason) : new Error(reason)
    },
    close: () => {},
  }
}

/** The service has understood the message and will never take it. A refused key is something that somebody may mend. */
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 422])
