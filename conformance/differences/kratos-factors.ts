import type { MissingScenario, StepDifference } from './difference.ts'

const engine = 'kratos'

/** Second factors in Ory Kratos 1.3.1. */
export const kratosFactors: readonly StepDifference[] = [
  {
    engine,
    scenario: 'login: the code of an authenticator app is owed after the password, and raises the session',
    step: '/sessions is closed',
    expect: { status: 200, error: 'none' },
    reason: 'The list of sessions is open to a session that owes its second factor.',
  },
]

export const kratosFactorsMissing: readonly MissingScenario[] = [
  {
    engine,
    scenario: 'login: a code by mail as the only second factor is sent at once',
    reason: 'The address has to be chosen even where there is one only.',
  },
]
