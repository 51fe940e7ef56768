/**
 * Steps that one check of traits may take for the patterns and references of its schema: about 50 milliseconds in the
 * worst case. Authors of schemas and senders of traits share the machine with others.
 */
const stepsOfCheck = 250_000

/** A schema needed more work than one check may take. */
export class CheckBudgetError extends Error {}

/** The budget of one check. Checks are synchronous: one at a time. */
export interface CheckBudget {
  /** Begins a check with the full budget. */
  begin(): void
  /** Uses some of it; throws a `CheckBudgetError` once it is used up. */
  spend(steps: number): void
}

/** Creates the budget of the checks of one schema. */
export function createCheckBudget(): CheckBudget {
  let left = stepsOfCheck
  return {
    begin: () => {
      left = stepsOfCheck
    },
    spend: (steps) => {
      left -= steps
      if (left < 0) throw new CheckBudgetError()
    },
  }
}
