import { once } from 'node:events'
import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http'
// oxlint-disable-next-line no-restricted-imports -- a slow line is what it plays
import { setTimeout as delay } from 'node:timers/promises'

/** The next piece of a page's body comes once a frame with the last one is on the screen. */
const pauseMs = 50

/**
 * Calls `look` with a separate origin that serves the pages of `target` in pieces: the head at once, then the body
 * little by little, as a slow line delivers it. A page that comes as a whole is painted once and cannot shift.
 */
export async function inPieces(
  target: string,
  bytesAtOnce: number,
  look: (origin: string) => Promise<void>,
): Promise<void> {
  const server = createServer((asked, answer) => void pass(new URL(target), bytesAtOnce, asked, answer))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the line has no port')
  try {
    await look(`http://localhost:${address.port}`)
  } finally {
    server.closeAllConnections()
    await once(server.close(), 'close')
  }
}

async function pass(target: URL, bytesAtOnce: number, asked: IncomingMessage, answer: ServerResponse): Promise<void> {
  const headers = { ...asked.headers, host: target.host, 'accept-encoding': 'identity' }
  const passed = ask(new URL(asked.url ?? '/', target), { method: asked.method ?? 'GET', headers })
  asked.pipe(passed)
  const [received] = (await once(passed, 'response')) as [IncomingMessage]
  answer.writeHead(received.statusCode ?? 502, received.headers)
  if (received.headers['content-type']?.startsWith('text/html') !== true) {
    received.pipe(answer)
    return
  }
  const page = Buffer.concat(await received.toArray())
  const body = Math.max(page.indexOf('<body'), 0)
  answer.write(page.subarray(0, body))
  for (let at = body; at < page.length && !answer.destroyed; at += bytesAtOnce) {
    answer.write(page.subarray(at, at + bytesAtOnce))
    await delay(pauseMs)
  }
  answer.end()
}
