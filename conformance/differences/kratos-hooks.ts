import type { StepDifference } from './difference.ts'

const broken = {
  expect: { status: 400, error: { code: 500, id: '(absent)' } },
  reason:
    'A web hook that fails is answered as a failure of the service itself, with another status than the error has.',
} as const

/** Web hooks. */
export const kratosHooks: readonly StepDifference[] = [
  {
    engine: 'kratos',
    scenario: 'hooks: a hook that fails before an account is made',
    step: 'the hook is out of order',
    ...broken,
  },
  {
    engine: 'kratos',
    scenario: 'hooks: a password is changed, and a service that is informed last fails',
    step: 'the hook is out of order',
    ...broken,
  },
]
