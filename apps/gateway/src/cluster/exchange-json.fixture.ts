import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** A request of a test. */
export interface JsonAsk {
  /** Default: POST with a body, else GET. */
  readonly method?: string
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Sends a request over a new connection and reads the answer; names below `localhost` are this machine. */
export async function exchangeJson(url: string, { method, body, headers = {} }: JsonAsk = {}) {
  const { host, port, pathname, search } = new URL(url)
  const sent = body === undefined ? undefined : Buffer.from(JSON.stringify(body))
  const asked = request({
    host: '127.0.0.1',
    port,
    path: pathname + search,
    method: method ?? (body === undefined ? 'GET' : 'POST'),
    headers: { ...headers, ...(sent && { 'content-type': 'application/json', 'content-length': sent.length }), host },
    agent: false,
  })
  asked.end(sent)
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  const said = await text(answer)
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  const read: any = said === '' ? undefined : JSON.parse(said)
  return { status: answer.statusCode ?? 0, body: read }
}
