import type { IncomingMessage } from 'node:http'

/** Of these Node keeps only the first where the platform's Headers join all of them. */
const firstOnly: ReadonlySet<string> = new Set([
  'age',
  'authorization',
  'content-length',
  'content-type',
  'etag',
  'expires',
  'from',
  'host',
  'if-modified-since',
  'if-unmodified-since',
  'last-modified',
  'location',
  'max-forwards',
  'proxy-authorization',
  'referer',
  'retry-after',
  'server',
  'user-agent',
])

/**
 * The headers of a request from the network, read from Node's message and corrected in it: whoever makes something of
 * the message later sees what is here. The platform's own are a copy, and making it costs more than all other work that
 * the edge does for a request. Values to set must be free of line ends.
 */
export class MessageHeaders extends Headers {
  readonly #message: Pick<IncomingMessage, 'headers' | 'rawHeaders'>

  constructor(message: Pick<IncomingMessage, 'headers' | 'rawHeaders'>) {
    super()
    this.#message = message
  }

  override get(name: string): string | null {
    const key = name.toLowerCase()
    const { headers } = this.#message
    if (!Object.hasOwn(headers, key)) return null
    const value = headers[key]
    return typeof value === 'string' && !firstOnly.has(key) ? value : this.#sent(key).join(', ')
  }

  override has(name: string): boolean {
    return Object.hasOwn(this.#message.headers, name.toLowerCase())
  }

  override set(name: string, value: string): void {
    const key = name.toLowerCase()
    // Node makes the one of the other when it is first asked for, so both have to be changed.
    const { headers, rawHeaders } = this.#message
    if (Object.hasOwn(headers, key)) this.delete(key)
    headers[key] = value
    rawHeaders.push(key, value)
  }

  override append(name: string, value: string): void {
    const before = this.get(name)
    this.set(name, before === null ? value : `${before}, ${value}`)
  }

  override delete(name: string): void {
    const key = name.toLowerCase()
    const { headers, rawHeaders } = this.#message
    if (!Object.hasOwn(headers, key)) return
    delete headers[key]
    for (let at = rawHeaders.length - 2; at >= 0; at -= 2) {
      if (rawHeaders[at]?.toLowerCase() === key) rawHeaders.splice(at, 2)
    }
  }

  override entries(): HeadersIterator<[string, string]> {
    return this.#copy().entries()
  }

  override keys(): HeadersIterator<string> {
    return this.#copy().keys()
  }

  override values(): HeadersIterator<string> {
    return this.#copy().values()
  }

  override [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries()
  }

  override forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) callback.call(self, value, name, this)
  }

  #sent(key: string): readonly string[] {
    const { rawHeaders } = this.#message
    return rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === key)
  }

  #copy(): Headers {
    const { rawHeaders } = this.#message
    const copy = new Headers()
    for (let at = 0; at < rawHeaders.length; at += 2) copy.append(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? '')
    return copy
  }
}
