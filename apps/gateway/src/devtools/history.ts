/** The caller: our own pages, which notice a failed connection, or the public, which gets the gateway's answer. */
export type Caller = 'pages' | 'public'

/** One call about a flow, without user input. Times are Unix milliseconds. */
export interface Exchange {
  readonly at: number
  readonly method: string
  readonly path: string
  readonly status: number
  readonly caller: Caller
  readonly flowId: string
  /** The id of the refusal, if it has one. */
  readonly errorId?: string
}

/** The last calls about flows. */
export interface History {
  record(request: Request, url: URL, answer: Response, caller: Caller): Promise<void>
  /** Oldest first. */
  of(flowId: string): readonly Exchange[]
  /** Flows by their last use, newest first. */
  recent(): readonly Exchange[]
}

const kept = 500
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** A call about a flow, or about none; its content is parsed on request, since most flows are never shown. */
type Heard = Exchange | undefined | (() => Exchange | undefined)

/**
 * Creates a history in memory: the last 500 calls of the self-service API about flows. `now` returns Unix milliseconds.
 */
export function createHistory(now: () => number): History {
  const heard: Heard[] = []
  const exchanges = () => {
    for (const [index, one] of heard.entries()) if (typeof one === 'function') heard[index] = one()
    return heard.flatMap((one) => (typeof one === 'object' ? [one] : []))
  }
  return {
    record: async (request, { pathname, searchParams }, answer, caller) => {
      if (!pathname.startsWith('/self-service/')) return
      const isJson = answer.headers.get('content-type')?.startsWith('application/json') === true
      const text = isJson ? await textFor(answer) : undefined
      const call = { at: now(), method: request.method, path: pathname, status: answer.status, caller }
      const named = searchParams.get('flow') ?? searchParams.get('id') ?? flowIn(answer)
      heard.push(() => exchangeOf(call, named, text))
      if (heard.length > kept) heard.shift()
    },
    of: (flowId) => exchanges().filter((one) => one.flowId === flowId.toLowerCase()),
    recent: () => {
      const newest = new Map(exchanges().map((one) => [one.flowId, one]))
      return [...newest.values()].toSorted((one, other) => other.at - one.at)
    },
  }
}

function exchangeOf(
  call: Omit<Exchange, 'flowId' | 'errorId'>,
  named: string | undefined,
  text: string | undefined,
): Exchange | undefined {
  const body = objectIn(text)
  const flowId = named ?? textOf(body, 'id')
  if (flowId === undefined || !uuid.test(flowId)) return undefined
  const errorId = textOf(Reflect.get(body, 'error'), 'id')
  return { ...call, flowId: flowId.toLowerCase(), ...(errorId !== undefined && { errorId }) }
}

/** Parses the text as an object; empty if it is none. */
function objectIn(text: string | undefined): object {
  if (text === undefined) return {}
  try {
    const body: unknown = JSON.parse(text)
    return typeof body === 'object' && body !== null ? body : {}
  } catch {
    return {}
  }
}

/**
 * Returns the text of an answer that is also sent to the caller. The service in this process answers with a text that
 * can be read again; a clone would turn it into two streams first, which takes as long as a fifth of a whole page.
 */
function textFor(answer: Response): Promise<string> {
  return Object.hasOwn(answer, 'text') ? answer.text() : answer.clone().text()
}

function textOf(value: unknown, key: string): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const text: unknown = Reflect.get(value, key)
  return typeof text === 'string' ? text : undefined
}

function flowIn({ headers }: Response): string | undefined {
  const location = headers.get('location')
  if (location === null || !URL.canParse(location, 'http://localhost')) return undefined
  return new URL(location, 'http://localhost').searchParams.get('flow') ?? undefined
}
