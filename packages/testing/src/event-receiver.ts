import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo } from 'node:net'

/** A request as a receiver of events saw it. */
export interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
  /** The event, parsed. */
  readonly event: { readonly id: string; readonly sequence: number; readonly identity_id: string | null }
}

/** The status that the receiver answers; undefined: 204. */
export type Reply = (received: Received, response: ServerResponse) => number | undefined | Promise<number | undefined>

/** Creates a real receiver of events on this machine. With a certificate it speaks https. */
export async function createReceiver(reply: Reply = () => 204, tls?: { readonly key: string; readonly cert: string }) {
  const received: Received[] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const chunks: Buffer[] = []
    for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks).toString('utf8')
    const one = { path: request.url ?? '', headers: request.headers, body, event: JSON.parse(body) }
    received.push(one)
    const status = await reply(one, response)
    if (status !== undefined) response.writeHead(status).end()
  }
  const listener = (request: IncomingMessage, response: ServerResponse) => void handle(request, response)
  const server = tls ? createTlsServer(tls, listener) : createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a server on a port has such an address
  const { port } = server.address() as AddressInfo
  return {
    url: `${tls ? 'https' : 'http'}://127.0.0.1:${port}/in`,
    port,
    received,
    sequences: (identity?: string) =>
      received
        .filter(({ event }) => identity === undefined || event.identity_id === identity)
        .map(({ event }) => event.sequence),
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

/** A receiver at work. `received` grows by each request, oldest first. */
export type Receiver = Awaited<ReturnType<typeof createReceiver>>
