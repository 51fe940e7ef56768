import { withoutTrailing } from '@gatehouse/contract/http'
import { type Query, queryPairs } from './credentials.ts'
import { createSend, type Fetch, type Method, unbroken, withParams } from './exchange.ts'
import { IdentityServiceUnreachable } from './unreachable.ts'

/** The address of a control plane. `key` is a workspace's API key, sent as a bearer token with every call. */
export interface ControlPlaneClientOptions {
  readonly baseUrl: string
  readonly key: string
  readonly fetch?: Fetch | undefined
  /** Milliseconds until a call is aborted. */
  readonly timeoutMs?: number | undefined
}

/** One call of an operation. */
export interface ControlPlaneCall {
  readonly method: Method
  /** With `{…}` for parameters: `/projects/{project_id}`. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query?: Query | undefined
  /** As JSON; undefined: none. */
  readonly body?: unknown
  /** A file instead, sent while it arrives. */
  readonly upload?: { readonly content: ReadableStream<Uint8Array>; readonly type: string } | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** The outcome of a call. */
export type ControlPlaneAnswer =
  /** Whatever its status; the body is here. */
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed_out' }

/** The client of a control plane across a network: Ory Network's, or one of ours. Rejects for mistakes of the caller. */
export interface ControlPlaneClient {
  call(call: ControlPlaneCall): Promise<ControlPlaneAnswer>
}

/** Makes the client. Redirects are not followed: the key is for this address alone. */
export function createControlPlaneClient(options: ControlPlaneClientOptions): ControlPlaneClient {
  const { key, ...rest } = options
  const send = createSend({ ...rest, bearer: key })
  return {
    call: async (call) => {
      const { method, path, params, query, body, headers: forward } = call
      try {
        const response = await unbroken(options.baseUrl, async () => {
          const answer = call.upload
            ? await uploaded(options, call, call.upload)
            : await send(method, path, { params, query, body, credentials: { forward } })
          // Until its body is here, it can still break.
          const content = await answer.arrayBuffer()
          const { status, headers } = answer
          return new Response(content.byteLength === 0 ? null : content, { status, headers })
        })
        return { kind: 'answered', response }
      } catch (error) {
        if (!(error instanceof IdentityServiceUnreachable)) throw error
        return { kind: error.timedOut ? 'timed_out' : 'unreachable' }
      }
    },
  }
}

/** Sends a file as it is, without a time-out: it takes as long as it arrives. */
function uploaded(
  { baseUrl, key, fetch: given = fetch }: ControlPlaneClientOptions,
  { method, path, params, query = {}, headers }: ControlPlaneCall,
  { content, type }: NonNullable<ControlPlaneCall['upload']>,
): Promise<Response> {
  const url = new URL(withoutTrailing(baseUrl, '/') + withParams(path, params))
  for (const [name, value] of queryPairs(query)) url.searchParams.append(name, value)
  const all = { ...headers, authorization: `Bearer ${key}`, 'content-type': type }
  const init = { method, headers: all, body: content, duplex: 'half', redirect: 'manual' } as const
  return given(new Request(url, init))
}
