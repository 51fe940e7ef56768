import { once } from 'node:events'
import { createServer } from 'node:net'

/** Unused ports, all different. Take them together: a port asked for alone may be handed out twice. */
export async function freePorts(count: number): Promise<readonly number[]> {
  const servers = Array.from({ length: count }, () => createServer().listen(0, '127.0.0.1'))
  await Promise.all(servers.map((server) => once(server, 'listening')))
  const ports = servers.map((server) => {
    const address = server.address()
    if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
    return address.port
  })
  await Promise.all(servers.map((server) => once(server.close(), 'close')))
  return ports
}

/** One unused port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1)
  if (port === undefined) throw new Error('no port is free')
  return port
}
