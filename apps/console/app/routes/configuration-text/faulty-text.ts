import type { TextFault } from '../../configuration/config-text.server.ts'

/** What an action answers to a text that cannot be used: all of it, and what is wrong where. */
export interface FaultyText {
  readonly kind: 'faulty_text'
  readonly text: string
  readonly revision: string
  readonly faults: readonly TextFault[]
}

function isFaultyText(answer: unknown): answer is FaultyText {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'faulty_text'
}

/** Recognizes such an answer. */
export function faultyTextIn(answer: unknown): FaultyText | undefined {
  return isFaultyText(answer) ? answer : undefined
}

/** Finds the line that each fault is about: a fault begins with the path of its key. */
export function locateFaults(
  refused: { readonly reason: string; readonly faults: readonly string[] },
  lineOf: (path: string) => number | undefined,
): readonly TextFault[] {
  if (refused.faults.length === 0) return [{ line: undefined, text: refused.reason }]
  return refused.faults.map((text) => ({ line: lineOf(text.split(/[\s:]/, 1)[0] ?? ''), text }))
}
