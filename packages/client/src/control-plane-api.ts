import {
  contractOf,
  type AnswerOf,
  type BodyInput,
  type Operation,
  type ParamsOf,
  type QueryInput,
} from '@gatehouse/contract/control-plane'
import { z } from 'zod'

import type { Fetch } from './exchange.ts'

/** A file that a call sends. */
export interface Upload {
  readonly content: ReadableStream<Uint8Array> | Blob
  /** Its media type. */
  readonly type: string
}

/** The input of a call of an operation. `Shared`: path parameters that the client itself adds to every call. */
export interface SentCall<Op extends Operation, Shared extends string = never> {
  readonly params?: Omit<ParamsOf<Op>, Shared>
  /** Parameters that are empty are left out. */
  readonly query?: QueryInput<Op> | undefined
  readonly body?: BodyInput<Op> | undefined
  /** A file instead of a body, sent while it is read. */
  readonly upload?: Upload | undefined
  /** Why, for the audit log; empty: not said. */
  readonly reason?: string | undefined
  /** Instead of JSON. */
  readonly accept?: string | undefined
  readonly signal?: AbortSignal | undefined
}

/** The arguments of a call; none if the path has only shared parameters. */
export type CallArguments<Op extends Operation, Shared extends string = never> = keyof Omit<
  ParamsOf<Op>,
  Shared
> extends never
  ? [sent?: SentCall<Op, Shared>]
  : [sent: SentCall<Op, Shared> & { readonly params: Omit<ParamsOf<Op>, Shared> }]

/** The part of a list that is read; empty: not given. */
export interface Paging {
  readonly page_size: string
  readonly page_token: string
}

/** A refusal of the control plane. */
export interface Refused {
  readonly kind: 'refused'
  readonly status: number
  /** A name for programs; `malformed_answer`: the answer does not match the contract. */
  readonly id: string | undefined
  /** The control plane's own words, in English: the fault and its remedy. */
  readonly reason: string
  /** Further statements of the refusal: the faults of a configuration, one by one. */
  readonly faults: readonly string[]
  /** The same for programs, if there is more than a status. */
  readonly details?: Readonly<Record<string, unknown>>
}

/** The result of a call. */
export type CallResult<T> = { readonly kind: 'done'; readonly body: T } | Refused

/** The same with the headers of the answer, which name the next page of a list. */
export type Called<T> = (Extract<CallResult<T>, { kind: 'done' }> & { readonly headers: Headers }) | Refused

/** The control plane's operations, typed by its contract. Rejects where `send` does. */
export interface ControlPlaneApi<Shared extends string = never> {
  /** Calls an operation and reads its answer by the contract. */
  call<Op extends Operation>(operation: Op, ...sent: CallArguments<Op, Shared>): Promise<Called<AnswerOf<Op>>>
  /** The same for part of a list whose path has shared parameters only. */
  list<Op extends Operation>(
    operation: Op,
    paging: Paging,
    query: QueryInput<Op> | undefined,
  ): Promise<Called<AnswerOf<Op>>>
  /** The answer as it is: for downloads and streams. */
  fetch<Op extends Operation>(operation: Op, ...sent: CallArguments<Op, Shared>): Promise<Response>
}

/** The options of a client of the control plane. */
export interface ControlPlaneApiOptions<Shared extends string> {
  readonly baseUrl: string
  /** Lets a request be answered, and adds whatever says who calls. */
  readonly send: Fetch
  /** Parameters of every path that has them. */
  readonly shared?: Readonly<Record<Shared, string>>
}

/** Makes the client. */
export function createControlPlaneApi<Shared extends string = never>({
  baseUrl,
  send,
  shared,
}: ControlPlaneApiOptions<Shared>): ControlPlaneApi<Shared> {
  const request = (operation: Operation, sent: WrittenCall = {}) =>
    send(requestOf(baseUrl, operation, { ...sent, params: { ...shared, ...sent.params } }))
  return {
    fetch: (operation, ...[sent]) => request(operation, sent),
    list: async (operation, paging, query) => readResult(operation, await request(operation, { query, paging })),
    call: async (operation, ...[sent]) => readResult(operation, await request(operation, sent)),
  }
}

/** A call of any operation. */
interface WrittenCall extends Pick<SentCall<Operation>, 'upload' | 'reason' | 'accept' | 'signal'> {
  readonly params?: object
  readonly query?: unknown
  readonly paging?: Paging
  readonly body?: unknown
}

function requestOf(baseUrl: string, operation: Operation, sent: WrittenCall): Request {
  const { method, path } = contractOf(operation)
  const params = new Map<string, unknown>(Object.entries(sent.params ?? {}))
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = params.get(name)
    if (typeof value !== 'string') throw new TypeError(`${operation} needs the parameter ${name}`)
    return encodeURIComponent(value)
  })
  const url = new URL(baseUrl + filled)
  for (const [name, value] of Object.entries(Object.assign({}, sent.query, { ...sent.paging }))) {
    for (const text of Array.isArray(value) ? value : [value])
      if (typeof text === 'string' && text !== '') url.searchParams.append(name, text)
  }
  const headers = new Headers({ accept: sent.accept ?? 'application/json' })
  // A header holds letters of the Latin alphabet only; the control plane takes the rest percent-encoded.
  if (sent.reason) headers.set('x-audit-reason', encodeURIComponent(sent.reason))
  if (sent.upload !== undefined) {
    headers.set('content-type', sent.upload.type)
    const init = { method, headers, body: sent.upload.content, duplex: 'half', signal: sent.signal ?? null } as const
    return new Request(url, init)
  }
  if (sent.body === undefined) return new Request(url, { method, headers, signal: sent.signal ?? null })
  headers.set('content-type', 'application/json')
  return new Request(url, { method, headers, body: JSON.stringify(sent.body), signal: sent.signal ?? null })
}

const refusal = z.object({
  error: z.object({
    id: z.string().optional(),
    reason: z.string().optional(),
    message: z.string().optional(),
    details: z.record(z.string(), z.unknown()).optional(),
  }),
})
const faulty = z.object({ faults: z.array(z.string()) })

async function readResult<Op extends Operation>(operation: Op, response: Response): Promise<Called<AnswerOf<Op>>> {
  const { status, headers } = response
  const document = parseJson(await response.text())
  if (!response.ok) {
    const { id, reason, message = '', details = {} } = refusal.safeParse(document).data?.error ?? {}
    const faults = faulty.safeParse(details).data?.faults ?? []
    return { kind: 'refused', status, id, reason: reason ?? message, faults, details }
  }
  const shape = contractOf(operation).answers[status] ?? z.undefined()
  const read = shape.safeParse(document)
  // Parsed by the contract of this very operation.
  if (read.success) return { kind: 'done', body: read.data as AnswerOf<Op>, headers }
  const reason = `The control plane gave an answer that cannot be used: ${z.prettifyError(read.error)}`
  return { kind: 'refused', status: 502, id: 'malformed_answer', reason, faults: [] }
}

/** Returns the value of a JSON text; undefined if the text is empty or no JSON. */
function parseJson(text: string): unknown {
  if (text === '') return undefined
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
