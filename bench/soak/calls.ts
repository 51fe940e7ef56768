import type { Person } from './people.ts'

/** An answer, read. */
export interface Answer {
  readonly status: number
  readonly text: string
  readonly cookies: readonly string[]
  /** The body as JSON. */
  readonly json: () => Json
}

/** JSON whose members are looked at one by one. */
export type Json = Readonly<Record<string, unknown>>

/** A request of a person. */
export interface Call {
  readonly path: string
  readonly method?: string
  /** Sent as JSON. */
  readonly body?: object
  /** Sent as a form. */
  readonly form?: URLSearchParams
  readonly token?: string
  readonly cookie?: string
  /** Statuses that are right. Default: 200. */
  readonly right?: readonly number[]
}

/** No answer came: the process was ending (503) or had ended, or nothing listened. */
export class CutError extends Error {}
/** An answer that is not among the right ones. */
export class WrongAnswerError extends Error {}

/** Sends requests, and records the time of each answer. */
export interface Calls {
  /** Asks the public origin, as a proxy passes it on. `kind`: the name under which the time counts. */
  readonly ask: (kind: string, person: Person, call: Call) => Promise<Answer>
  /** Milliseconds until each answer since this was asked last, by kind. */
  readonly takeTimes: () => ReadonlyMap<string, readonly number[]>
}

const timeoutMs = 30_000

/** Makes them for an origin. */
export function createCalls(origin: string): Calls {
  let times = new Map<string, number[]>()
  async function ask(kind: string, person: Person, call: Call): Promise<Answer> {
    const { path, body, form, token, cookie, right = [200] } = call
    const headers: Record<string, string> = { 'x-forwarded-for': person.address }
    if (body !== undefined) headers['content-type'] = 'application/json'
    if (token !== undefined) headers['x-session-token'] = token
    if (cookie !== undefined) headers['cookie'] = cookie
    if (form !== undefined) headers['origin'] = origin
    const sent = body === undefined ? form : JSON.stringify(body)
    const method = call.method ?? (sent === undefined ? 'GET' : 'POST')
    const begun = performance.now()
    const answer = await answered(new URL(path, origin), {
      method,
      headers,
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
      ...(sent !== undefined && { body: sent }),
    })
    const own = times.get(kind) ?? []
    own.push(performance.now() - begun)
    times.set(kind, own)
    if (answer.status === 503) throw new CutError(`${kind}: 503`)
    if (!right.includes(answer.status)) {
      const said =
        answer.text.match(/"id":\d{7},"text":"[^"]*","type":"error"/g)?.join(' ') ?? answer.text.slice(0, 300)
      throw new WrongAnswerError(`${kind}: ${answer.status} ${method} ${path} ${said}`)
    }
    return answer
  }
  return {
    ask,
    takeTimes: () => {
      const taken = times
      times = new Map()
      return taken
    },
  }
}

async function answered(url: URL, init: RequestInit): Promise<Answer> {
  try {
    const answer = await fetch(url, init)
    const text = await answer.text()
    const json = () => JSON.parse(text) as Json
    return { status: answer.status, text, cookies: answer.headers.getSetCookie(), json }
  } catch (cause) {
    throw new CutError(String(cause), { cause })
  }
}

/** Returns a member of JSON by its path, as text; throws if there is none. */
export function textAt(json: unknown, ...path: readonly (string | number)[]): string {
  let value: unknown = json
  for (const key of path) value = typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined
  if (typeof value !== 'string')
    throw new WrongAnswerError(`no text at ${path.join('.')} of ${JSON.stringify(json).slice(0, 300)}`)
  return value
}

/** Returns the cookies that an answer sets, as they are sent back. */
export function cookieHeader(...answers: readonly Answer[]): string {
  const pairs = new Map<string, string>()
  for (const cookie of answers.flatMap(({ cookies }) => cookies)) {
    const [pair = ''] = cookie.split(';')
    const at = pair.indexOf('=')
    if (at + 1 < pair.length) pairs.set(pair.slice(0, at), pair)
    else pairs.delete(pair.slice(0, at))
  }
  return [...pairs.values()].join('; ')
}
