import { once } from 'node:events'
import { request, type IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** Everybody's. */
export const password = 'Birch-and-ash-4711'

/** Asks by hand, as no resolver knows the names of projects below `localhost`. */
export async function call(
  url: string,
  {
    body,
    key,
    text: sent,
    method,
  }: { readonly body?: unknown; readonly key?: string; readonly text?: string; readonly method?: string } = {},
) {
  const { host, hostname, port, pathname, search } = new URL(url)
  const asked = request({
    host: hostname.endsWith('localhost') ? 'localhost' : hostname,
    port,
    path: pathname + search,
    method: method ?? (body === undefined && sent === undefined ? 'GET' : 'POST'),
    headers: {
      host,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(sent !== undefined && { 'content-type': 'text/csv' }),
      ...(key !== undefined && { authorization: `Bearer ${key}` }),
    },
  })
  asked.end(sent ?? (body === undefined ? undefined : JSON.stringify(body)))
  const [answer] = (await once(asked, 'response')) as [IncomingMessage]
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look into answers of every shape
  const read: any = parsed(await text(answer))
  return { status: answer.statusCode ?? 0, body: read }
}

/** Reports are lines. */
function parsed(said: string): unknown {
  try {
    return JSON.parse(said)
  } catch {
    return said
  }
}

/** Signs a person up, or in, with `password`; the status. */
export async function submit(origin: string, flow: 'login' | 'registration', email: string): Promise<number> {
  const { body } = await call(`${origin}/self-service/${flow}/api`)
  const who = flow === 'login' ? { identifier: email } : { traits: { email } }
  const url = `${origin}/self-service/${flow}?flow=${String(body.id)}`
  return (await call(url, { body: { method: 'password', password, ...who } })).status
}
