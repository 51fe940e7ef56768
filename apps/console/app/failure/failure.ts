/** A link out of a failure; the first one is the most likely choice. */
export interface FailureExit {
  readonly label: string
  readonly href: string
}

/** The content of an error page. All texts are in the visitor's language already, but for `reason`. */
export interface Failure {
  readonly title: string
  readonly text: string
  /** The service's statement, if it helps: in its own words, so in English. */
  readonly reason?: string | undefined
  /** Finds this failure in the log; empty: there is nothing to find. */
  readonly reference: string
  readonly exits: readonly FailureExit[]
}

/** Marks an answer as a failure of these pages, for the process that hands answers out. It never leaves it. */
export const failureHeader = 'x-console-failure'

function isFailure(value: unknown): value is Failure {
  return typeof value === 'object' && value !== null && 'title' in value && 'exits' in value
}

/** Recognizes the data of an error response as made by these pages. */
export function parseFailure(value: unknown): Failure | undefined {
  return isFailure(value) ? value : undefined
}
