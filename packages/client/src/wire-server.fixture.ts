import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'

/** One request as the server saw it. */
export interface Seen {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string | undefined>>
  readonly body: string
}

/** The server's next answer. */
export interface Reply {
  readonly status: number
  readonly headers?: Readonly<Record<string, string | readonly string[]>>
  readonly body?: string | object
  /** Break the connection after this much of the body. */
  readonly breakOff?: boolean
}

/** A real HTTP server on a free port that answers every request with `reply` and records the requests. */
export async function startWireServer(): Promise<{
  readonly baseUrl: string
  readonly seen: Seen[]
  reply: Reply | 'never'
  close(): Promise<void>
}> {
  const seen: Seen[] = []
  const server = createServer((request, response) => {
    void (async () => {
      seen.push({
        method: request.method ?? '',
        url: request.url ?? '',
        headers: flatten(request),
        body: await text(request),
      })
      const { reply } = wire
      if (reply === 'never') return
      const body = typeof reply.body === 'string' ? reply.body : JSON.stringify(reply.body ?? '')
      const headers: Record<string, string | string[]> = { 'content-type': 'application/json; charset=utf-8' }
      for (const [name, value] of Object.entries(reply.headers ?? {})) {
        headers[name] = typeof value === 'string' ? value : [...value]
      }
      if (reply.breakOff === true) headers['content-length'] = String(body.length + 100)
      response.writeHead(reply.status, headers)
      if (reply.breakOff === true) {
        response.write(body, () => response.destroy())
      } else {
        response.end(reply.body === undefined ? undefined : body)
      }
    })()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the test server has no port')
  const wire: Awaited<ReturnType<typeof startWireServer>> = {
    baseUrl: `http://127.0.0.1:${address.port}`,
    seen,
    reply: { status: 204 },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return wire
}

function flatten(request: IncomingMessage): Record<string, string | undefined> {
  return Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, Array.isArray(value) ? value.join(', ') : value]),
  )
}

async function text(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
