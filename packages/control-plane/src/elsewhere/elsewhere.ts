import type { Row } from '../access/call.ts'
import type { Operation } from '@gatehouse/contract/control-plane/operations'

/** A call of one operation at a control plane elsewhere. */
export interface ElsewhereCall {
  readonly operation: Operation
  readonly method: Row['method']
  /** With `{…}` for parameters, as in the table of operations. */
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: URLSearchParams
  /** As JSON; undefined: none. */
  readonly body?: unknown
  readonly headers: Readonly<Record<string, string>>
}

/** What became of it. The response is whole: reading it cannot break off. */
export type ElsewhereAnswer =
  | { readonly kind: 'answered'; readonly response: Response }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'timed_out' }

/** A control plane in another process, called with the key of a workspace there. The key owns what it reaches. */
export interface ControlPlaneElsewhere {
  readonly url: URL
  readonly call: (call: ElsewhereCall) => Promise<ElsewhereAnswer>
}
