import { createHmac, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo, Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

/** An event as it came. */
interface Event {
  readonly id: string
  readonly type: string
  readonly source: string
  readonly sequence: number
  readonly identity_id: string | null
}

/** The receiver's record of a stream. */
export interface Received {
  /** How often each event of an account came, by its id. */
  readonly times: ReadonlyMap<string, number>
  /** First arrivals that came after a later event of the same account. */
  readonly outOfOrder: readonly string[]
  /** Requests without a right signature of the moment. */
  readonly unsigned: number
}

/** The receiver of a stream, by https. */
export interface Receiver {
  readonly port: number
  readonly received: Received
  /** The key that requests are signed with, and the time that is now. */
  expectSigned(secret: string, now: () => number): void
  /** Takes no connection any more, and ends those that there are. */
  goDown(): Promise<void>
  comeBack(): Promise<void>
}

/** Five minutes, and two hours: a step of the clock may come between sending and receiving. */
const mostOffMs = 125 * 60_000

/** Starts one on a free port. */
export async function startReceiver({ key, cert }: Certificate): Promise<Receiver> {
  const times = new Map<string, number>()
  const last = new Map<string, number>()
  const outOfOrder: string[] = []
  const received = { times, outOfOrder, unsigned: 0 }
  let signed: { readonly key: Buffer; readonly now: () => number } | undefined
  const sockets = new Set<Socket>()

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const body = Buffer.concat(await request.toArray()).toString('utf8')
    if (signed === undefined || !isSigned(request, body, signed)) {
      received.unsigned += 1
      response.writeHead(400).end()
      return
    }
    take(JSON.parse(body) as Event)
    response.writeHead(204).end()
  }
  const server = createServer({ key, cert }, (request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    socket.on('error', () => undefined)
  })

  function take({ id, source, sequence, identity_id: identity }: Event): void {
    if (source !== 'identity') return
    const seen = times.get(id) ?? 0
    times.set(id, seen + 1)
    if (identity === null || seen > 0) return
    if (sequence < (last.get(identity) ?? 0)) outOfOrder.push(id)
    last.set(identity, Math.max(sequence, last.get(identity) ?? 0))
  }

  const listen = async (port: number): Promise<void> => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  await listen(0)
  const { port } = server.address() as AddressInfo
  return {
    port,
    received,
    expectSigned: (secret, now) => {
      signed = { key: Buffer.from(secret.replace(/^whsec_/, ''), 'base64'), now }
    },
    goDown: async () => {
      const closed = once(server, 'close')
      server.close()
      for (const socket of sockets) socket.destroy()
      await closed
    },
    comeBack: () => listen(port),
  }
}

function isSigned(
  { headers }: IncomingMessage,
  body: string,
  { key, now }: { readonly key: Buffer; readonly now: () => number },
): boolean {
  const [id, timestamp] = [headers['webhook-id'], headers['webhook-timestamp']].map(String)
  if (Math.abs(now() - Number(timestamp) * 1_000) > mostOffMs) return false
  const right = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => {
      const given = Buffer.from(one.replace(/^v1,/, ''), 'base64')
      return given.length === right.length && timingSafeEqual(given, right)
    })
}
