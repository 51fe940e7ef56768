import { createServer } from 'node:http'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { expect } from '@playwright/test'

/** The service that delivers text messages, and the phones that receive them. */
export interface TextMessages {
  /** The address to which an identity service sends a message, as JSON with `recipient` and `body`. */
  readonly url: string
  /** Waits for the next message with a code to a number, and returns the code. */
  nextCode(to: string): Promise<string>
  close(): Promise<void>
}

interface TextMessage {
  readonly recipient: string
  readonly body: string
}

/** Starts one on a free port of the loopback interface. */
export async function startTextMessages(): Promise<TextMessages> {
  const unread: TextMessage[] = []
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        unread.push(readMessage(body))
        response.writeHead(204).end()
      },
      () => response.destroy(),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the phones have no port')
  return {
    url: `http://127.0.0.1:${address.port}/text-message`,
    async nextCode(to) {
      const isNext = ({ recipient, body }: TextMessage) => recipient === to && codeIn(body) !== undefined
      await expect
        .poll(() => unread.some(isNext), { message: `a text message with a code to ${to}`, intervals: [50, 100, 200] })
        .toBe(true)
      const [message] = unread.splice(unread.findIndex(isNext), 1)
      return codeIn(message?.body ?? '') ?? ''
    },
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** Reads the message of an identity service; throws if it is none. */
function readMessage(body: string): TextMessage {
  const { recipient, body: said } = JSON.parse(body) as Readonly<Record<string, unknown>>
  if (typeof recipient !== 'string' || typeof said !== 'string') throw new Error(`No text message: ${body}`)
  return { recipient, body: said }
}

function codeIn(body: string): string | undefined {
  return /\b\d{6}\b/.exec(body)?.[0]
}
