import type { Refusal } from '../../http/answer.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from './flow.ts'

/** The parts that every outcome may add to the response. */
interface Extras {
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[]
  /** The visitor's new anti-CSRF secret, if it is not the one that the request came with. */
  readonly secret?: CsrfSecret
  /** A session ended: the browser clears its stored pages. */
  readonly endsSession?: true
}

/** The result of a request to a flow. `flows/routes.ts` turns it into HTTP. */
export type Outcome = Extras &
  (
    | {
        /** The flow itself. JSON clients get it as JSON; a browser is redirected to its page. */
        readonly kind: 'flow'
        readonly flow: StoredFlow
        readonly status: 200 | 400
        /** The status of a browser's redirect to the page; 303 by default. */
        readonly redirect?: 302 | 303
        /** The address for a browser in place of the flow's page. */
        readonly page?: string
        /** JSON for every client: reading a flow. */
        readonly asJson?: boolean
        /** Keys beside the flow's own: `identity`, `continue_with`… */
        readonly extra?: Readonly<Record<string, unknown>>
      }
    | {
        /** A result. JSON clients get `body`; a browser is redirected to `location`. */
        readonly kind: 'done'
        readonly native: boolean
        readonly body: unknown
        readonly location: string
      }
    | {
        /** Information, as JSON for every client. */
        readonly kind: 'json'
        readonly body: unknown
      }
    | {
        /** The person has to open another address first: 422 for JSON clients, a redirect for browsers. */
        readonly kind: 'location_change'
        readonly native: boolean
        readonly location: string
      }
    | {
        /** The same redirect for every client. */
        readonly kind: 'redirect'
        readonly status: 302 | 303
        readonly location: string
      }
    | {
        /** A refusal. JSON clients get the envelope; a browser is redirected to `page`, or to the error page. */
        readonly kind: 'refused'
        readonly native: boolean
        readonly refusal: Refusal
        readonly page?: { readonly location: string; readonly status: 302 | 303 }
      }
    | { readonly kind: 'empty' }
  )

/** Returns a refusal of a request that has no flow yet, or a flow of this type. */
export function refused(flow: Pick<StoredFlow, 'type'> | undefined, refusal: Refusal): Outcome {
  return { kind: 'refused', native: flow?.type === 'api', refusal }
}
