import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'

/** The link of a gateway to its database, which freezes as if the gateway were suspended: its connections stay open. */
export interface FreezingLink {
  /** The address of the database, over this link. */
  readonly url: string
  /** Lets so many more statements pass, then nothing more in any connection. Resolves once it is frozen. */
  freezeAfter(statements: number): Promise<void>
  /** Lets everything pass again. */
  thaw(): void
  close(): void
}

/** Opens one to the database at an address. */
export async function openFreezingLink(address: string): Promise<FreezingLink> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  const fromClients = new Set<Socket>()
  let left = Infinity
  let frozen = Promise.withResolvers<void>()

  const server = createServer((client) => {
    const database = connect(Number(target.port), target.hostname)
    fromClients.add(client)
    for (const [one, other] of [
      [client, database],
      [database, client],
    ] as const) {
      sockets.add(one)
      one.on('error', () => other.destroy())
      one.on('close', () => other.destroy())
    }
    database.on('data', (bytes) => client.write(bytes))
    // The driver sends a statement in one piece, and the next one after its answer.
    client.on('data', (bytes) => {
      database.write(bytes)
      left -= 1
      if (left <= 0) freeze()
    })
    if (left <= 0) client.pause()
  })

  function freeze(): void {
    for (const client of fromClients) client.pause()
    frozen.resolve()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const own = server.address()
  if (own === null || typeof own === 'string') throw new Error('a listening server has a port')
  const url = new URL(address)
  url.port = String(own.port)
  return {
    url: url.href,
    freezeAfter: (statements) => {
      left = statements
      frozen = Promise.withResolvers<void>()
      return frozen.promise
    },
    thaw: () => {
      left = Infinity
      for (const client of fromClients) client.resume()
    },
    close: () => {
      server.close()
      for (const socket of sockets) socket.destroy()
    },
  }
}
