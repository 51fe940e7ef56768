import type { Geolocation } from '@gatehouse/http/requests'

/** The facts about a request that the edge determines. */
export interface RequestFacts {
  readonly requestId: string
  /** The visitor's IP address. */
  readonly clientAddress: string
  /** The client's location, if a source provides it. */
  readonly geolocation?: Geolocation | undefined
  /** Returns the nonce of the answer's content security policy; created at the first call, as only pages have one. */
  readonly nonce: () => string
}

/** The parts of a request that select its route. */
export interface Asked {
  readonly method: string
  readonly pathname: string
  readonly headers: Headers
}

/** A row of the gateway's table: the matching requests, their rules, and the handler. */
export interface Route {
  /** Name in the log. */
  readonly name: string
  readonly matches: (asked: Asked) => boolean
  /**
   * `public`: only at the public origin. `any`: also at addresses that probes use. `every`: at any host, as pages of
   * refusals need it.
   */
  readonly host: 'public' | 'any' | 'every'
  /**
   * `own pages`: writing requests must come from our pages. `own rule`: the service behind checks the origin itself.
   */
  readonly writes: 'own pages' | 'own rule'
  readonly maxBodyBytes: number
  /** Whether text answers are compressed on the way out. */
  readonly compressed: boolean
  /**
   * No answer carries a `Cross-Origin-Opener-Policy`, not even a redirect with its small page: an application that
   * signs people in with a pop-up window learns the outcome through its reference to that window.
   */
  readonly keepsOpener?: true
  /** Answered by this process alone, also while it is fenced: pages that report this need it. */
  readonly needsNothing?: true
  /** Programs call this. At another host they get an explanation, as a redirect would lose their cookies and tokens. */
  readonly isForPrograms?: true
  readonly logLevel: 'info' | 'debug'
  readonly handle: (request: Request, facts: RequestFacts) => Promise<Response>
}
