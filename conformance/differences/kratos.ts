import type { StepDifference } from './difference.ts'

/** What Ory Kratos 1.3.1 answers otherwise. */
export const kratosDifferences: readonly StepDifference[] = []
