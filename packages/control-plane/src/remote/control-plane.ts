import type { Row } from '../access/call.ts'
import type { Operation } from '@gatehouse/contract/control-plane'

/** A call of one operation at a remote control plane. */
export interface RemoteCall {
  readonly operation: Operation
  readonly method: Row['method']
  /** With `{…}` for parameters, as in the table of operations. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** A JSON value; undefined: none. */
  readonly body?: unknown
  /** A file instead, sent while it arrives. */
  readonly upload?: { readonly content: ReadableStream<Uint8Array>; readonly type: string }
  readonly headers: Readonly<Record<string, string>>
}

/** The outcome of a call. The response is complete: reading it cannot fail. */
export type RemoteAnswer =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed_out' }

/**
 * A control plane in another process, called with the key of a workspace there. The key has every role for all it
 * reaches.
 */
export interface RemoteControlPlane {
  readonly url: URL
  readonly call: (call: RemoteCall) => Promise<RemoteAnswer>
}
