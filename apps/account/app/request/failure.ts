/** A link out of a failure; the first one is the most likely choice. */
export interface FailureExit {
  readonly label: string
  readonly href: string
}

/** The content of an error page. All texts are in the visitor's language already. */
export interface Failure {
  readonly title: string
  readonly text: string
  /** The service's statement, if it helps: in its own words, so in English. */
  readonly reason?: string | undefined
  /** Finds this failure in the log. */
  readonly reference?: string | undefined
  readonly exits: readonly FailureExit[]
  /** A second try makes sense, after so many seconds. The first exit is its start. */
  readonly retry?: Retry | undefined
  /** The form that was sent without an answer, to be sent again. */
  readonly resend?: Resend | undefined
  /** Signs the person out of the account that is in the way. */
  readonly signOut?: { readonly label: string; readonly returnTo: string } | undefined
}

/** `by` says who tries again: the page, with growing pauses, or the person, once the time is over. */
export interface Retry {
  readonly seconds: number
  readonly by: 'page' | 'person'
}

/** A form that keeps its input. Secrets are asked for again: they are never written into a page. */
export interface Resend {
  /** Path of the page that the form belongs to. */
  readonly action: string
  readonly values: readonly (readonly [name: string, value: string])[]
  readonly asked: readonly {
    readonly name: string
    readonly label: string
    readonly type: 'password' | 'text'
    readonly autoComplete: string
  }[]
  readonly label: string
}

/** Recognizes the data of an error response as made by these pages. */
export function parseFailure(value: unknown): Failure | undefined {
  const isFailure = typeof value === 'object' && value !== null && 'title' in value && 'exits' in value
  return isFailure ? (value as Failure) : undefined
}
