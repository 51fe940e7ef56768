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
  {
    engine,
    scenario: 'settings: an authenticator app is set up, raises the session, and is removed',
    step: 'the right code',
    expect: {
      flow: {
        also: {
          continue_with: [
            { action: 'show_verification_ui', flow: { verifiable_address: '{email}' } },
            { action: 'redirect_browser_to', redirect_browser_to: '{pages}/settings?flow={flow}' },
          ],
        },
      },
    },
    reason: 'Verification of an address that is not verified is announced after every save.',
  },
]

export const kratosFactorsMissing: readonly MissingScenario[] = [
  {
    engine,
    scenario: 'login: a code by mail as the only second factor is sent at once',
    reason: 'The address has to be chosen even where there is one only.',
  },
]
