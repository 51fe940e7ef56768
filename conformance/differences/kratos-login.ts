import { hiddenIdentifier, loginForm, token } from '../scenarios/rows.ts'
import type { StepDifference } from './difference.ts'

const engine = 'kratos'
const stillPending = {
  session: { identity: { verifiable_addresses: [{ value: '{email}', verified: false, status: 'pending' }] } },
}

/** Login in Ory Kratos 1.3.1. */
export const kratosLogin: readonly StepDifference[] = [
  {
    engine,
    scenario: 'login: a code by mail signs in over AJAX, after a wrong one and a new one',
    step: 'the second code is right',
    expect: { body: stillPending },
    reason: 'The answer to a sign-in by code shows the address as it was before; the session has it right.',
  },
  {
    engine,
    scenario: 'login: a code by mail gives an app a token',
    step: 'the code is right',
    expect: { body: stillPending },
    reason: 'The answer to a sign-in by code shows the address as it was before; the session has it right.',
  },
  {
    engine,
    scenario: 'login: an unknown address gets no code',
    step: 'a code is asked for',
    expect: {
      flow: {
        nodes: loginForm(token, '{otherEmail}').map((row) =>
          row.includes(' identifier=') ? hiddenIdentifier('{otherEmail}').replace(/ required.*/, '') : row,
        ),
      },
    },
    reason: 'The field of the identifier becomes hidden, so people cannot correct it.',
  },
  {
    engine,
    scenario: 'login: an unknown address gets no code',
    step: 'no address is given',
    expect: {
      flow: {
        nodes: loginForm(token).map((row) =>
          row.includes(' identifier=') ? 'default hidden identifier= ! error 4000002(property)' : row,
        ),
      },
    },
    reason: 'The field of the identifier becomes hidden, so people cannot correct it.',
  },
  {
    engine,
    scenario: 'login: an address that is not verified keeps people out where the operator wants it so',
    step: 'the password is right, over AJAX',
    expect: { status: 400, error: 'none', flow: { state: 'choose_method', messages: ['error 4000010'] } },
    reason: 'The refusal is a message in the form; there is no session_verified_address_required yet.',
  },
  {
    engine,
    scenario: 'login: an address that is not verified keeps people out where the operator wants it so',
    step: 'the password is right, by form',
    expect: { location: '{pages}/login?flow={flow}' },
    reason: 'The refusal is a message in the form; there is no session_verified_address_required yet.',
  },
]
