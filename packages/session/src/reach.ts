import { request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'

/** A call, as `fetch` makes it, of which little is needed. */
export type Reach = (
  url: string | URL,
  init?: {
    readonly method?: string
    readonly headers?: HeadersInit
    readonly body?: string
    readonly signal?: AbortSignal | null
  },
) => Promise<Response>

/**
 * Calls the service with the public host, wherever it is reached: `internalUrl` is where connections go, and names
 * below `localhost` are this machine, which few resolvers know. `fetch` allows no Host header.
 */
export function reachAt(internalUrl: string | undefined): Reach {
  return (url, { method = 'GET', headers: given = {}, body, signal } = {}) =>
    new Promise((resolve, reject) => {
      const asked = new URL(url)
      const to = internalUrl === undefined ? asked : new URL(internalUrl)
      const isSecure = to.protocol === 'https:'
      const options = {
        hostname: to.hostname.endsWith('.localhost') ? 'localhost' : to.hostname.replace(/^\[|\]$/g, ''),
        path: `${asked.pathname}${asked.search}`,
        method,
        headers: { ...Object.fromEntries(new Headers(given)), host: asked.host },
        ...(to.port !== '' && { port: to.port }),
        ...(signal && { signal }),
        ...(isSecure && { servername: to.hostname }),
      }
      const sent = (isSecure ? overHttps : overHttp)(options, (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const headers = new Headers()
          for (const [name, value] of Object.entries(answer.headers)) {
            for (const one of [value ?? []].flat()) headers.append(name, one)
          }
          const status = answer.statusCode ?? 502
          resolve(new Response(status === 204 || status === 304 ? null : Buffer.concat(chunks), { status, headers }))
        })
      })
      sent.on('error', reject)
      sent.end(body)
    })
}
