import { passkeyLoginForm, passkeySignUpNodes } from '../scenarios/key-rows.ts'
import {
  back,
  currentPassword,
  identifier,
  newPassword,
  noToken,
  signInWithPassword,
  signUpWithPassword,
  token,
} from '../scenarios/rows.ts'
import type { MissingScenario, StepDifference } from './difference.ts'

const engine = 'kratos'
const noApps = 'Apps are offered no passkeys yet.'

/** Security keys and passkeys in Ory Kratos 1.3.1. */
export const kratosKeys: readonly StepDifference[] = [
  {
    engine,
    scenario: 'login: the form offers passkeys',
    step: 'the visitor opens the login flow',
    expect: {
      flow: {
        nodes: passkeyLoginForm().map((row) =>
          row.replace('passkey_login_trigger=', 'passkey_login_trigger= onloadTrigger=oryPasskeyLoginAutocompleteInit'),
        ),
      },
    },
    reason: 'The button suggests passkeys on arrival as well as the field.',
  },
  {
    engine,
    scenario: 'login: what is no answer of a device is refused',
    step: 'the visitor sends nonsense',
    expect: {
      status: 400,
      flow: {
        messages: ['error 4000001(reason)'],
        nodes: passkeyLoginForm().map((row) =>
          row.replace('passkey_login_trigger=', 'passkey_login_trigger= onloadTrigger=oryPasskeyLoginAutocompleteInit'),
        ),
      },
    },
    reason: 'The button suggests passkeys on arrival as well as the field.',
  },
  {
    engine,
    scenario: 'login: the form of an app offers passkeys without a script',
    step: 'the app opens the login flow',
    expect: { flow: { nodes: [noToken, identifier(), currentPassword, signInWithPassword] } },
    reason: noApps,
  },
  {
    engine,
    scenario: 'login: the screen for choosing a credential offers a passkey',
    step: 'the visitor says who they are',
    expect: {
      flow: {
        nodes: [
          token,
          'default hidden traits.email={email}',
          'default hidden traits.name.first=Ada',
          'default hidden traits.name.last=Lovelace',
          ...passkeySignUpNodes,
          newPassword,
          signUpWithPassword,
          back,
        ],
      },
    },
    reason: 'On the page of credentials the hidden traits have no label, no autocomplete and are not required.',
  },
]

export const kratosKeysMissing: readonly MissingScenario[] = [
  { engine, scenario: 'login: a passkey signs in to an app', reason: noApps },
]
