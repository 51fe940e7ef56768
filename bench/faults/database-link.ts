import { createServer, connect, type Socket, type AddressInfo } from 'node:net'
import { once } from 'node:events'

/** The way from the gateways to their database, which can be cut. */
export interface DatabaseLink {
  /** The address of the database, over this way. */
  readonly url: string
  /** Ends every connection and takes none until `mend`. */
  cut(): void
  mend(): void
  close(): void
}

/** Opens one to the database at an address. */
export async function openDatabaseLink(address: string): Promise<DatabaseLink> {
  const target = new URL(address)
  const sockets = new Set<Socket>()
  let isCut = false
  const server = createServer((client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const database = connect(Number(target.port), target.hostname)
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
      one.pipe(other)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = new URL(address)
  url.port = String((server.address() as AddressInfo).port)
  const endAll = () => {
    for (const socket of sockets) socket.destroy()
  }
  return {
    url: url.href,
    cut: () => {
      isCut = true
      endAll()
    },
    mend: () => {
      isCut = false
    },
    close: () => {
      server.close()
      endAll()
    },
  }
}
