import { once } from 'node:events'
import { createServer, type RequestListener } from 'node:http'

/** A server of HTTP on this machine, at a free port. */
export interface ServerHere {
  /** Its origin. */
  readonly url: string
  /** Cuts open connections, and resolves once it is closed. */
  readonly close: () => Promise<void>
}

/** Starts one that answers by the listener. */
export async function startServerHere(listener: RequestListener): Promise<ServerHere> {
  const server = createServer(listener)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has a port')
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: async () => {
      const closed = once(server, 'close')
      server.closeAllConnections()
      server.close()
      await closed
    },
  }
}
