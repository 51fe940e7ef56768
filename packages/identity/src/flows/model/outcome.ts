import type { Refusal } from '../../http/answer.ts'
import type { CsrfSecret } from '../http/csrf.ts'
import type { StoredFlow } from './flow.ts'

/** What every outcome may add to the answer. */
interface Extras {
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[]
  /** The visitor's anti-CSRF secret from now on, where it is not the one the request came with. */
  readonly secret?: CsrfSecret
  /** A session ended: the browser forgets the pages it kept. */
  readonly endsSession?: true
}

/** How a request to a flow ends. `answer.ts` is the only place that turns one into HTTP. */
export type Outcome = Extras &
  (
    | {
        /** The flow itself. Scripts get it as JSON; a browser goes to its page. */
        readonly kind: 'flow'
        readonly flow: StoredFlow
        readonly status: 200 | 400
        /** How a browser is sent to the page; 303 by default. */
        readonly redirect?: 302 | 303
        /** Where a browser goes instead of the flow's page. */
        readonly page?: string
        /** JSON for every client: reading a flow. */
        readonly asJson?: boolean
        /** Keys beside the flow's own: `identity`, `continue_with`… */
        readonly extra?: Readonly<Record<string, unknown>>
      }
    | {
        /** A result. Scripts get `body`; a browser goes to `location`. */
        readonly kind: 'done'
        readonly native: boolean
        readonly body: unknown
        readonly location: string
      }
    | {
        /** Something to know, as JSON for every client. */
        readonly kind: 'json'
        readonly body: unknown
      }
    | {
        /** The person has to go to another address first: 422 for scripts, a redirect for browsers. */
        readonly kind: 'location_change'
        readonly native: boolean
        readonly location: string
      }
    | {
        /** The same redirect for everybody. */
        readonly kind: 'redirect'
        readonly status: 302 | 303
        readonly location: string
      }
    | {
        /** A refusal. Scripts get the envelope; a browser goes to `page`, or to the error page. */
        readonly kind: 'refused'
        readonly native: boolean
        readonly refusal: Refusal
        readonly page?: { readonly location: string; readonly status: 302 | 303 }
      }
    | { readonly kind: 'empty' }
  )

/** A refusal of a request that has no flow yet, or a flow of this type. */
export function refused(flow: Pick<StoredFlow, 'type'> | undefined, refusal: Refusal): Outcome {
  return { kind: 'refused', native: flow?.type === 'api', refusal }
}
