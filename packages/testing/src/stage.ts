import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

/** The answer of a played address: it gets the request as it came, over a real connection. */
export type Scene = (request: Request) => Response | Promise<Response>

/** A server on loopback that plays services of the wide world. */
export interface Stage {
  /** Takes requests for `https://` addresses to the stage. */
  readonly fetch: typeof globalThis.fetch
  /** Plays these scenes from now on: `GET https://api.example.org/me`, without the query. */
  play(scenes: Readonly<Record<string, Scene>>): void
  /** Every request that came, as `METHOD address`, oldest first. */
  readonly requests: readonly string[]
  stop(): Promise<void>
}

/** Starts a stage on a free port. Addresses without a scene are answered 404. */
export async function startStage(): Promise<Stage> {
  const scenes = new Map<string, Scene>()
  const requests: string[] = []

  async function answer(incoming: IncomingMessage): Promise<Response> {
    const address = new URL(`https:/${incoming.url ?? '/'}`)
    const method = incoming.method ?? 'GET'
    requests.push(`${method} ${address.href}`)
    const scene = scenes.get(`${method} ${address.origin}${address.pathname}`)
    const chunks: Buffer[] = []
    for await (const chunk of incoming as AsyncIterable<Buffer>) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const headers = new Headers(Object.entries(incoming.headers).map(([name, value]) => [name, String(value)]))
    const request = new Request(address, { method, headers, ...(body.length > 0 && { body }) })
    return scene ? scene(request) : new Response('nobody plays here', { status: 404 })
  }

  const server = createServer((incoming, outgoing) => {
    answer(incoming).then(
      async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      },
      (error: unknown) => {
        outgoing.writeHead(500)
        outgoing.end(String(error))
      },
    )
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo

  return {
    fetch: (input, init) => {
      const address = new URL(input instanceof Request ? input.url : input)
      return fetch(`http://127.0.0.1:${port}/${address.host}${address.pathname}${address.search}`, init)
    },
    play: (more) => {
      for (const [path, scene] of Object.entries(more)) scenes.set(path, scene)
    },
    requests,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
