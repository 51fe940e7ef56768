import { currentPassword, emailField, identifier, profileForm, sendLoginCode, token } from '../scenarios/rows.ts'
import type { StepDifference } from './difference.ts'
import { proofDifferences } from './gatehouse-proof.ts'

const engines = ['embedded', 'serve'] as const

/** Why our own service answers otherwise; what the scenarios and the recordings of the reference say alike. */
export const deliberate = {
  linksAreNavigations:
    'Only a navigation opens a link from a mail: previews and scripts leave it and its flow as they were.',
  confirmsWhoIsKnown: 'Somebody who confirms need not type the address again, also where a code could be sent instead.',
  typedStays: 'What was typed stays in the form, as after every other refusal.',
  listsStay: 'A list that was submitted is shown again and goes along to the next screen; otherwise it would be lost.',
  orderOfForms:
    'Nodes of one group stand in one order in every form; the reference loses it where a form has many nodes.',
  signInNameOnKeys:
    'A passkey of a schema without a display name is shown with the sign-in name; the reference takes the last trait.',
  providersAreAskedOnce:
    'Providers are asked with a nonce as well, which an id token of another request does not have.',
  appsKeepNoCookies: 'An app that is sent to a provider gets no cookie: the exchange code is what finds it again.',
  keysAreNotMadeTwice: 'A device that holds a key of the account already learns that, and makes no second one.',
  stateKeepsItsTime: 'When the state of an account last changed is known after its profile was changed, too.',
  whoHasTheSession: 'The sessions of an account show the whole identity, with its addresses and the URL of its schema.',
  clientsAreShown: 'Which OAuth2 client asks is in the first answer, not only when the flow is read again.',
  callbacksAreApart:
    'Every provider has a callback address of its own, also where PKCE is forced: it separates the answers of two.',
  mappersFailOnTheForm: 'Where claims are of no use the form says so, and the person can sign in another way.',
  saysWhatIsMissing:
    'Account choosers of browsers are there, and a service without one says what is missing; the reference has none.',
  scriptsGoOnward: 'A script learns where the browser of somebody who is known goes on, without a second request.',
} as const

/** What our own service answers otherwise on purpose, embedded and alone alike. */
export const gatehouseDifferences: readonly StepDifference[] = engines.flatMap((engine) => [
  ...proofDifferences(engine),
  {
    engine,
    scenario: 'recovery: a forged link leads to a new flow, whatever is accepted',
    step: 'a forged link',
    expect: { location: '{pages}/recovery?flow={flow}', cookies: [] },
    reason: deliberate.linksAreNavigations,
  },
  {
    engine,
    scenario: 'recovery: a forged link leads to a new flow, whatever is accepted',
    step: 'a forged link: the new flow says so',
    expect: { flow: { messages: [] } },
    reason: deliberate.linksAreNavigations,
  },
  {
    engine,
    scenario: 'login: a session is confirmed with the password',
    step: 'the visitor opens the login flow?refresh=true',
    expect: {
      flow: {
        nodes: [
          token,
          identifier('{email}'),
          sendLoginCode,
          currentPassword,
          'password submit method=password label 1010001',
        ],
      },
    },
    reason: deliberate.confirmsWhoIsKnown,
  },
  {
    engine,
    scenario: 'login: PKCE can be forced',
    step: 'the visitor is sent to the provider',
    expect: {
      error: {
        beside: { redirect_browser_to: 'http*redirect_uri=*oidc%2Fcallback%2Fforced&*code_challenge=*' },
      },
    },
    reason: deliberate.callbacksAreApart,
  },
  {
    engine,
    scenario: 'login: a claims mapper that fails signs no one in',
    step: 'the visitor comes back',
    expect: { location: '{pages}/login?flow={flow}' },
    reason: deliberate.mappersFailOnTheForm,
  },
  {
    engine,
    scenario: 'registration: an address that is taken',
    step: 'over AJAX',
    expect: { flow: { nodes: profileForm().map((row) => (row === emailField() ? emailField('={email}') : row)) } },
    reason: deliberate.typedStays,
  },
])
