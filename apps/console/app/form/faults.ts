/** What is wrong with a submitted form, in the visitor's language. */
export interface Faults {
  /** By the field's name. */
  readonly fields: Readonly<Record<string, string>>
  /** About the form as a whole: what the control plane says, in its own words. */
  readonly form?: string | undefined
}

/** What an action answers when it changed nothing: which form, and why. */
export interface FaultyForm {
  readonly kind: 'faulty'
  readonly intent: string
  readonly faults: Faults
  /** What was typed, to be kept. Never a secret. */
  readonly typed: Readonly<Record<string, string>>
}

function isFaultyForm(answer: unknown): answer is FaultyForm {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'faulty'
}

/** Whether an action's answer is about the form of this intent. */
export function faultsOf(answer: unknown, intent: string): FaultyForm | undefined {
  return isFaultyForm(answer) && answer.intent === intent ? answer : undefined
}

/** Whether an action has changed nothing of what its form asked for; data may also be a draft, or what is shown once. */
export function isRefusal(answer: unknown): boolean {
  if (typeof answer !== 'object' || answer === null) return false
  const kind = 'kind' in answer ? answer.kind : undefined
  return kind === 'faulty' || kind === 'refused' || kind === 'stale' || 'fault' in answer || 'unsaved' in answer
}
