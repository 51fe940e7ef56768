import type { Geolocation } from '@gatehouse/http/requests'

/** What the edge knows of a request beside the request itself. */
export interface RequestFacts {
  readonly requestId: string
  /** The visitor's IP address. */
  readonly clientAddress: string
  /** Where that is, if anything at hand knows. */
  readonly geolocation?: Geolocation | undefined
  /** The nonce of the answer's content security policy; made when first asked for, as only pages have one. */
  readonly nonce: () => string
}

/** What a route is chosen by. */
export interface Asked {
  readonly method: string
  readonly pathname: string
  readonly headers: Headers
}

/** One row of the gateway's table: which requests, under which rules, answered by whom. */
export interface Route {
  /** Name in the log. */
  readonly name: string
  readonly matches: (asked: Asked) => boolean
  /**
   * `public`: only at the public origin. `any`: also where probes ask by address. `every`: wherever something arrives,
   * as pages that refuse it are drawn with it.
   */
  readonly host: 'public' | 'any' | 'every'
  /** `own pages`: writing requests must come from our pages. `own rule`: the service behind checks for itself. */
  readonly writes: 'own pages' | 'own rule'
  readonly maxBodyBytes: number
  /** Whether text answers are compressed on the way out. */
  readonly compressed: boolean
  /**
   * No answer carries a `Cross-Origin-Opener-Policy`, not even a redirect with its small page: an application that signs
   * people in by a window of its own hears by its hold on that window how it went.
   */
  readonly keepsOpener?: true
  /** Answers from this process alone: also while nothing else may be served, since pages that say so are drawn with it. */
  readonly needsNothing?: true
  /** Programs call this: at another host they read how, as a redirect would lose their cookies and tokens. */
  readonly isForPrograms?: true
  readonly logLevel: 'info' | 'debug'
  readonly handle: (request: Request, facts: RequestFacts) => Promise<Response>
}
