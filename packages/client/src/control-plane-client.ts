import { withoutTrailing } from '@gatehouse/contract/http'
import { BaseAPI, type HTTPMethod, type InitOverrideFunction, JSONApiResponse } from '@ory/client-fetch'
import { fieldCalls } from './control-plane-operations.ts'
import { type Query, queryPairs } from './credentials.ts'
import { createSend, type Fetch, type Operation, unbroken } from './exchange.ts'
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
  /** Its name at the field's client; another name is sent as the path says. */
  readonly operation: string
  readonly method: HTTPMethod
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
      const { query, body, headers: forward } = call
      try {
        const response = await unbroken(options.baseUrl, async () => {
          const answer = call.upload
            ? await uploaded(options, call, call.upload)
            : await send(operationOf(call), { query, body, credentials: { forward } })
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

/** Sends a file as it is: the field's client knows JSON alone. */
function uploaded(
  { baseUrl, key, fetch: given = fetch }: ControlPlaneClientOptions,
  { method, path, params, query = {}, headers }: ControlPlaneCall,
  { content, type }: NonNullable<ControlPlaneCall['upload']>,
): Promise<Response> {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
  const url = new URL(`${withoutTrailing(baseUrl, '/')}${filled}`)
  for (const [name, value] of queryPairs(query)) url.searchParams.append(name, value)
  const all = { ...headers, authorization: `Bearer ${key}`, 'content-type': type }
  const init = { method, headers: all, body: content, duplex: 'half', redirect: 'manual' } as const
  return given(new Request(url, init))
}

function operationOf({ operation, method, path, params }: ControlPlaneCall): Operation {
  const at = (name: string): string => {
    const value = params[name]
    if (value === undefined) throw new TypeError(`${operation} needs the parameter ${name}`)
    return value
  }
  const field = fieldCalls[operation]
  if (field !== undefined) return (configuration, init) => field(configuration, at, init)
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(at(name)))
  return (configuration, init) => new OwnApi(configuration).call(method, filled, init)
}

/** Operations that the field's client does not have, sent the way it sends its own. */
class OwnApi extends BaseAPI {
  async call(method: HTTPMethod, path: string, init: InitOverrideFunction): Promise<JSONApiResponse<unknown>> {
    const bearer = await this.configuration.accessToken?.('oryWorkspaceApiKey', [])
    const headers: Record<string, string> = { 'Content-Type': 'application/json' }
    if (bearer !== undefined && bearer !== '') headers['Authorization'] = `Bearer ${bearer}`
    return new JSONApiResponse<unknown>(await this.request({ path, method, headers }, init))
  }
}
