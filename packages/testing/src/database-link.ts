import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** The link of gateways to their database, which can break, and freeze as if the gateways were suspended. */
export interface DatabaseLink {
  /** The address of the database, over this link. */
  readonly url: string
  /** Ends every connection and takes none until `mend`. */
  cut(): void
  mend(): void
  /**
   * Lets so many more statements pass, then nothing more in any connection, which stays open. Resolves once it is
   * frozen.
   */
  freezeAfter(statements: number): Promise<void>
  /** Lets everything pass again. */
  thaw(): void
  close(): void
}

/** Opens one to the database at an address. */
export async function openDatabaseLink(address: string): Promise<DatabaseLink> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  const clients = new Set<Socket>()
  let isCut = false
  let statementsLeft = Infinity
  let frozen = Promise.withResolvers<void>()

  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const database = connect(Number(target.port), target.hostname)
    join(client, database, sockets)
    clients.add(client)
    client.on('close', () => clients.delete(client))
    database.on('data', (bytes) => client.write(bytes))
    // The driver sends a statement in one piece, and the next one after its answer.
    client.on('data', (bytes) => {
      database.write(bytes)
      statementsLeft -= 1
      if (statementsLeft <= 0) freeze()
    })
    if (statementsLeft <= 0) client.pause()
  })

  function freeze(): void {
    for (const client of clients) client.pause()
    frozen.resolve()
  }

  function endAll(): void {
    for (const socket of sockets) socket.destroy()
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: addressOf(server.address(), address),
    cut: () => {
      isCut = true
      endAll()
    },
    mend: () => {
      isCut = false
    },
    freezeAfter: (statements) => {
      statementsLeft = statements
      frozen = Promise.withResolvers<void>()
      return frozen.promise
    },
    thaw: () => {
      statementsLeft = Infinity
      for (const client of clients) client.resume()
    },
    close: () => {
      server.close()
      endAll()
    },
  }
}

/** Ends each of two sockets with the other, and keeps both in the set until then. */
function join(client: Socket, database: Socket, sockets: Set<Socket>): void {
  for (const [one, other] of [
    [client, database],
    [database, client],
  ] as const) {
    sockets.add(one)
    one.on('error', () => other.destroy())
    one.on('close', () => {
      sockets.delete(one)
      other.destroy()
    })
  }
}

/** The address of the database with this server's port. */
function addressOf(own: AddressInfo | string | null, database: string): string {
  if (own === null || typeof own === 'string') throw new Error('a listening server has a port')
  const url = new URL(database)
  url.port = String(own.port)
  return url.href
}
