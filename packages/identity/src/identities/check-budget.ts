/**
 * Steps that one check of traits may take for the patterns and references of its schema: about 50 milliseconds where
 * each is as slow as it can be. Who writes schemas and who sends traits share the machine with others.
 */
const stepsOfCheck = 250_000

/** A schema asked for more work than one check may cost. */
export class CheckBudgetError extends Error {}

/** What one check may cost. Checks are synchronous: one at a time. */
export interface CheckBudget {
  /** Begins a check: everything is there again. */
  begin(): void
  /** Takes some of it; throws a `CheckBudgetError` once there is none left. */
  spend(steps: number): void
}

/** The budget of the checks of one schema. */
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
