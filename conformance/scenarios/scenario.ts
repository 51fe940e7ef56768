import type { ProfileId } from '../profiles/profile.ts'

/** The subject of a scenario; also its folder. */
export type Area =
  | 'login'
  | 'registration'
  | 'settings'
  | 'recovery'
  | 'verification'
  | 'logout'
  | 'sessions'
  | 'errors'
  | 'public'
  | 'admin'
  | 'hooks'

/** A behaviour of an identity service, as a list of requests and expected answers. */
export interface Scenario {
  /** The behaviour in a few words; unique within its area. */
  readonly name: string
  readonly profile: ProfileId
  readonly steps: readonly Step[]
}

/** Scenarios of one area. */
export interface ScenarioFile {
  readonly area: Area
  readonly scenarios: readonly Scenario[]
}

export type Step = Exchange | Mail | Device | ProviderSignIn | ClientRequest | Onward | Hearing | TokenReading | Pause

/**
 * A request and its answer. Texts may name variables in braces: `{flow}`, `{csrf}`, `{email}`, … (`run/variables.ts`).
 * Every answer sets variables for the steps after it.
 */
export interface Exchange {
  /** The action, unique within the scenario. */
  readonly title: string
  /** Method and path, `GET /sessions/whoami`. */
  readonly request: string
  /** The visitor that sends it: visitors have their own cookies. Default: `visitor`. */
  readonly as?: string
  /** Which origin. Default: `public`. */
  readonly at?: 'public' | 'admin'
  /**
   * `ajax` and `navigation` come from a browser, with cookies; `native` sends none. They differ in Accept and in the
   * kind of body. Browsers' bodies get the flow's csrf_token unless they name one.
   */
  readonly mode: 'ajax' | 'navigation' | 'native'
  /** An object is sent as JSON or, by navigation, as a form; a string is sent unchanged, as JSON. */
  readonly body?: Body
  /** More headers; null removes one that the mode would send. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly expect: Expected
  /** Variables to remember after this step, from texts with variables: `{ old: '{flow}' }`. */
  readonly keep?: Readonly<Record<string, string>>
}

export type Body = string | Readonly<Record<string, unknown>> | readonly unknown[]

/** Waits for the next mail to an address; the variable `code` becomes the six digits in it, `link` its first URL. */
export interface Mail {
  readonly title: string
  readonly mailTo: string
}

/**
 * Passes the options in the node of that name to the scenario's device; `get` wants a signature, `create` a new key.
 * The variable `answer` becomes the device's answer, `keyId` the id of its newest key in hexadecimal digits.
 */
export interface Device {
  readonly title: string
  readonly device: 'create' | 'get'
  readonly node: string
}

/** A browser follows the service's redirect to the provider, and returns: the path of its callback is `{callback}`. */
export interface ProviderSignIn {
  readonly title: string
  /** The address of the provider, usually `{redirect}`. */
  readonly provider: string
}

/**
 * A browser comes from an OAuth2 client by way of the OAuth2 server; the variable `challenge` becomes the challenge
 * that the sign-in page gets. Profile `oauth2`.
 */
export interface ClientRequest {
  readonly title: string
  /** The client's parameters beyond a sign-in, such as `{ prompt: 'login' }`. */
  readonly client: Readonly<Record<string, string>>
  readonly as?: string
}

/**
 * The browser goes back to the OAuth2 server, which has to send it to the address of `arrivesAt`; `*` stands for
 * anything.
 */
export interface Onward {
  readonly title: string
  /** The address there, usually `{redirect}`. */
  readonly onward: string
  readonly arrivesAt: string
  readonly as?: string
}

/**
 * Waits until the service behind web hooks and courier channels has received a request about an address, and checks it.
 * A code in it becomes the variable `code`.
 */
export interface Hearing {
  readonly title: string
  /** Method and path, `POST /login/before`. */
  readonly hears: string
  readonly about: string
  /** A part of the headers. */
  readonly headers?: Readonly<Record<string, string>>
  /** A part of the body. */
  readonly body?: unknown
}

/** Reads a signed token with the key of the profile, and looks at a part of its claims. */
export interface TokenReading {
  readonly title: string
  readonly token: string
  readonly claims: Readonly<Record<string, unknown>>
}

/** Waits, in milliseconds. */
export interface Pause {
  readonly title: string
  readonly pause: number
}

/** Cookies an answer may set: the anti-CSRF cookie, the session's (kept or for the browser's session), and others. */
export type CookieName =
  | 'csrf'
  | 'session'
  | 'session until close'
  | 'session deleted'
  | 'continuity'
  | 'continuity deleted'

/**
 * The expected answer. `*` in a text stands for anything. Without `cookies` no cookie may be set, except the anti-CSRF
 * cookie on GET. Content type, Cache-Control and Vary follow from the rest and are always looked at.
 */
export interface Expected {
  readonly status: number
  readonly location?: string
  readonly cookies?: readonly CookieName[] | 'any'
  /** Headers that have to be there, or (null) must not. */
  readonly headers?: Readonly<Record<string, string | null>>
  readonly flow?: ExpectedFlow
  readonly error?: ExpectedError
  /** A part of the body: objects may have more keys, lists not. `absent` marks a key that must not be there. */
  readonly body?: unknown
}

/** Marks a key that must not be there. */
export const absent = '(absent)'

/** Marks a key that has to be there, with any value. */
export const anything = '(any)'

/** A flow. Messages and nodes are rows of text, as `run/rows.ts` draws them. Without `messages` there must be none. */
export interface ExpectedFlow {
  readonly state?: string
  readonly active?: string
  readonly messages?: readonly string[]
  readonly nodes?: readonly string[]
  /** Nodes have to come in the order of `nodes`. */
  readonly inOrder?: boolean
  /** The nodes that carry messages, if the others do not matter. */
  readonly faulty?: readonly string[]
  /** A part of the flow's other keys. */
  readonly also?: Readonly<Record<string, unknown>>
}

/** An error envelope; without `id` it must have none. */
export interface ExpectedError {
  readonly id?: string
  /** Set if it differs from the status. */
  readonly code?: number
  readonly details?: unknown
  /** A part of the keys beside `error`. */
  readonly beside?: Readonly<Record<string, unknown>>
}

/** A scenario with the area it belongs to. */
export interface PlacedScenario extends Scenario {
  readonly area: Area
  /** `login: a wrong password…`; names the scenario in reports and differences. */
  readonly id: string
}
