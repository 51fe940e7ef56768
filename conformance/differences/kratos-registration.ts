import { back, newPassword, sendSignUpCode, signUpWithPassword, token, codeFields } from '../scenarios/rows.ts'
import type { StepDifference } from './difference.ts'

const engine = 'kratos'
const unsorted = 'The anti-CSRF token stands behind the traits.'
const bare = 'On the page of credentials the hidden traits have no label, no autocomplete and are not required.'

/** The page of credentials, with bare traits. */
const credentials = (...values: readonly string[]) => [
  token,
  ...values.map((value) => `default hidden traits.${value}`),
  sendSignUpCode,
  newPassword,
  signUpWithPassword,
  back,
]

/** Registration in Ory Kratos 1.3.1. */
export const kratosRegistration: readonly StepDifference[] = [
  {
    engine,
    scenario: 'registration: a browser gets the profile page over AJAX and can read it again',
    step: 'the visitor opens the registration flow',
    expect: { flow: { inOrder: false } },
    reason: unsorted,
  },
  {
    engine,
    scenario: 'registration: an app gets a native form',
    step: 'the app opens the registration flow',
    expect: { flow: { inOrder: false } },
    reason: unsorted,
  },
  {
    engine,
    scenario: 'registration: one page without a session afterwards',
    step: 'the visitor opens the registration flow',
    expect: { flow: { inOrder: false } },
    reason: unsorted,
  },
  {
    engine,
    scenario: 'registration: every kind of trait has its field',
    step: 'the visitor opens the registration flow',
    expect: { flow: { inOrder: false } },
    reason: unsorted,
  },
  {
    engine,
    scenario: 'registration: profile, then password, over AJAX',
    step: 'the profile is sent',
    expect: { flow: { nodes: credentials('email={email}', 'name.first=Ada', 'name.last=Lovelace'), inOrder: false } },
    reason: bare,
  },
  {
    engine,
    scenario: 'registration: profile, then password, by form',
    step: 'the registration flow is read',
    expect: { flow: { nodes: credentials('email={email}', 'name.first=Ada') } },
    reason: bare,
  },
  {
    engine,
    scenario:
      'registration: a code by mail signs up over AJAX, after a wrong one, other traits, a new one and a way back',
    step: 'back to the choice of a credential',
    expect: { flow: { nodes: credentials('email={email}', 'name.first=Ada') } },
    reason: bare,
  },
  {
    engine,
    scenario: 'registration: back to the profile and forth again',
    step: 'back, with a method',
    expect: {
      flow: {
        messages: ['info 1040009'],
        nodes: credentials('email={email}', 'name.first=Ada', 'name.last=Lovelace'),
      },
    },
    reason: 'The page of credentials comes back; going back works only without a method.',
  },
  {
    engine,
    scenario: 'registration: the verification that a sign-up starts can be finished',
    step: 'the verification flow is read',
    expect: { flow: { nodes: [...codeFields('1070011'), token] } },
    reason: 'The verification that a sign-up starts has no button to send the code again.',
  },
  {
    engine,
    scenario: 'registration: one page without a session afterwards',
    step: 'everything is sent',
    expect: {
      body: {
        session: '(absent)',
        continue_with: [
          { action: 'redirect_browser_to', redirect_browser_to: '{pages}/after-registration' },
          { action: 'show_verification_ui', flow: { verifiable_address: '{email}' } },
        ],
      },
    },
    reason: 'Verification is announced without a hook for it.',
  },
]
