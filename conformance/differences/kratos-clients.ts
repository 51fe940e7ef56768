import type { MissingScenario, StepDifference } from './difference.ts'

/** OAuth2 clients on Ory Kratos 1.3.1. */
export const kratosClients: readonly StepDifference[] = [
  {
    engine: 'kratos',
    scenario: 'login: without an OAuth2 server no challenge can be followed',
    step: 'a challenge is sent',
    expect: { status: 500 },
    reason: 'A missing part of the configuration counts as an error of the service.',
  },
]

/** The scenarios with clients that it does not have. */
export const kratosClientsMissing: readonly MissingScenario[] = [
  {
    engine: 'kratos',
    scenario: 'login: a script learns that a client needs no sign-in',
    reason: 'A script gets `null` with status 200, and cannot know where to go on.',
  },
]
