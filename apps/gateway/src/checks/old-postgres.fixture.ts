import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: Buffer): Buffer {
  const head = Buffer.alloc(5)
  head.write(letter)
  head.writeUInt32BE(content.length + 4, 1)
  return Buffer.concat([head, content])
}

const int = (value: number, bytes: 2 | 4) => {
  const buffer = Buffer.alloc(bytes)
  buffer.writeIntBE(value, 0, bytes)
  return buffer
}
const text = (value: string) => Buffer.from(`${value}\0`)
const ready = message('Z', Buffer.from('I'))

/** Starts a server that accepts every client and reports its version (`130022`); it has no database. */
export async function startOldPostgres(version: string) {
  const column = Buffer.concat([
    text('server_version_num'),
    int(0, 4),
    int(0, 2),
    int(25, 4),
    int(-1, 2),
    int(-1, 4),
    int(0, 2),
  ])
  const row = Buffer.concat([int(1, 2), int(version.length, 4), Buffer.from(version)])
  const answer = Buffer.concat([
    message('T', Buffer.concat([int(1, 2), column])),
    message('D', row),
    message('C', text('SHOW')),
    ready,
  ])
  const server = createServer((socket) => {
    let isOpen = false
    socket.on('error', () => socket.destroy())
    socket.on('data', (received: Buffer) => {
      if (!isOpen) socket.write(Buffer.concat([message('R', int(0, 4)), ready]))
      else if (received.toString('latin1', 0, 1) === 'Q') socket.write(answer)
      else socket.end()
      isOpen = true
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `postgres://gatehouse:x@127.0.0.1:${port}/gatehouse?sslmode=disable`, close: () => void server.close() }
}
