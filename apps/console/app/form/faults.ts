/** The faults of a submitted form, in the visitor's language. */
export interface Faults {
  /** By the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** About the form as a whole: the control plane's statement, in its own words. */
  readonly form?: string | undefined
}

/** The answer of an action that changed nothing: the form, and its faults. */
export interface FaultyForm {
  readonly kind: 'faulty'
  readonly intent: string
  readonly faults: Faults
  /** The input, to be kept. Never a secret. */
  readonly typed: Readonly<Record<string, string>>
  /** No answer came from the server: it is not known whether the form was saved. */
  readonly isUnanswered?: boolean
}

function isFaultyForm(answer: unknown): answer is FaultyForm {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'faulty'
}

/** Whether an action's answer is about the form of this intent. */
export function faultsOf(answer: unknown, intent: string): FaultyForm | undefined {
  return isFaultyForm(answer) && answer.intent === intent ? answer : undefined
}

/** The kinds of answers that refuse what was sent, and changed nothing. */
const refusals: readonly unknown[] = ['faulty', 'refused', 'stale']

/**
 * Whether an action was refused. Other answers are a draft, the result of a test, or a value that is shown once: a link
 * that was pressed meanwhile is followed.
 */
export function isRefusal(answer: unknown): boolean {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && refusals.includes(answer.kind)
}
