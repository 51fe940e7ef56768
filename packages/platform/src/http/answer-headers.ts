/**
 * The headers of an answer that is made here. Half of what the platform's own cost is spent on checking names and values
 * that no caller chooses, and on sorting them; Node looks at both once more when it writes them. Names are lower case.
 */
export class AnswerHeaders extends Headers {
  readonly #values: Map<string, string>
  readonly #cookies: string[] = []

  constructor(init: Readonly<Record<string, string>>) {
    super()
    this.#values = new Map(Object.entries(init))
  }

  override has(name: string): boolean {
    return this.get(name) !== null
  }

  override get(name: string): string | null {
    const key = name.toLowerCase()
    if (key !== 'set-cookie') return this.#values.get(key) ?? null
    return this.#cookies.length === 0 ? null : this.#cookies.join(', ')
  }

  override getSetCookie(): string[] {
    return [...this.#cookies]
  }

  override set(name: string, value: string): void {
    const key = name.toLowerCase()
    if (key !== 'set-cookie') this.#values.set(key, value)
    else this.#cookies.splice(0, this.#cookies.length, value)
  }

  override append(name: string, value: string): void {
    const key = name.toLowerCase()
    if (key === 'set-cookie') this.#cookies.push(value)
    else this.#values.set(key, this.#values.has(key) ? `${this.#values.get(key)}, ${value}` : value)
  }

  override delete(name: string): void {
    const key = name.toLowerCase()
    if (key === 'set-cookie') this.#cookies.length = 0
    else this.#values.delete(key)
  }

  override entries(): HeadersIterator<[string, string]> {
    return this.#cookies.length === 0 ? this.#values.entries() : this.#withCookies()
  }

  *#withCookies(): HeadersIterator<[string, string]> {
    yield* this.#values
    for (const cookie of this.#cookies) yield ['set-cookie', cookie]
  }

  override *keys(): HeadersIterator<string> {
    for (const [name] of this.entries()) yield name
  }

  override *values(): HeadersIterator<string> {
    for (const [, value] of this.entries()) yield value
  }

  override [Symbol.iterator](): HeadersIterator<[string, string]> {
    return this.entries()
  }

  override forEach(callback: (value: string, name: string, headers: Headers) => void, self?: unknown): void {
    for (const [name, value] of this.entries()) callback.call(self, value, name, this)
  }
}
