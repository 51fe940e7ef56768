import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

/** Status and body of an answer. */
export interface Answer {
  readonly status: number
  readonly text: string
}

/** Calls with JSON. Names below `localhost` are this machine, which browsers know and few resolvers do. */
export function reach(url: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<Answer> {
  const { protocol, hostname, host, port, pathname, search } = new URL(url)
  return new Promise((resolve, reject) => {
    const options = {
      host: hostname.endsWith('.localhost') ? 'localhost' : hostname.replace(/^\[|\]$/g, ''),
      path: `${pathname}${search}`,
      method: body === undefined ? 'GET' : 'POST',
      headers: { host, accept: 'application/json', ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(port !== '' && { port }),
    }
    const sent = (protocol === 'https:' ? overHttps : overHttp)(options, (answer) => {
      let text = ''
      answer.setEncoding('utf8')
      answer.on('data', (part: string) => (text += part))
      answer.on('end', () => resolve({ status: answer.statusCode ?? 0, text }))
      answer.on('error', reject)
    })
    sent.on('error', (cause) => reject(new Error(`${url} could not be reached: does Gatehouse run there?`, { cause })))
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** Calls and parses the answer. Throws the answer's text if it is a refusal. */
export async function ask(url: string, body?: object, headers?: Readonly<Record<string, string>>): Promise<unknown> {
  const { status, text } = await reach(url, body, headers)
  if (status >= 200 && status < 300) return JSON.parse(text)
  const hint =
    status === 404 && url.includes('/dev/') ? ' (the developer tools are there in development mode alone)' : ''
  throw new Error(`${url} answered ${status}${hint}: ${text.slice(0, 500)}`)
}
