/**
 * TABLE: the answers that are better than those of Ory Kratos 26.2, whose own answers harm no one. Each is on with the
 * built-in configuration and off under an operator's own `kratos.yml`, which keeps its meaning there. The texts are
 * those of docs/reference/compatibility.md.
 */
// oxfmt-ignore
export const improvementTexts = {
  knownName:          'A person who confirms a sign-in need not type the address again, also where a code is offered.',
  typedStays:         'Typed values stay in the form where an address is taken, as after every other refusal.',
  listsStay:          'A submitted list is shown again and kept on the next screen.',
  signInNameOnKeys:   'A passkey of a schema without a display name has the sign-in name; Ory Kratos takes the last trait.',
  keysAreNotMadeTwice:'A device that holds a key of the account creates no second one.',
  stateKeepsItsTime:  'The time of the last change of state is kept when the profile changes.',
  wholeIdentities:    'The sessions of an account show the whole identity, with its addresses and the URL of its schema.',
  clientsAreShown:    'The first answer of a sign-up names the OAuth2 client, not only the flow when it is read again.',
  jsonNamesTheNextUrl: 'A JSON client learns the next address of a known person without a second request.',
  callbacksAreApart:  'Every provider has a callback address of its own, also where PKCE is forced.',
  mappersFailInForms: 'Unusable claims are a message of the form, and the person can sign in another way.',
  appsKeepNoCookies:  'An app that is sent to a provider gets no cookie: the exchange code identifies it.',
  countsWhatEnded:    'Ending all other sessions answers with their number; Ory Kratos counts earlier ended ones, too.',
  choosersAreNamed:   'A service without account choosers of browsers (FedCM) says what is missing.',
  codesAreFilledIn:   'The field of a code has `autocomplete: one-time-code`, as in newer Ory Kratos.',
  choicesAreListed:   'The field of a trait with an `enum` has its choices (`options`), as in newer Ory Kratos.',
  settingsNameTheirOrganization: 'A settings flow has `organization_id`, as in newer Ory Kratos: the organization of the account, or null.',
  operatorsSeeMetadata: 'Sessions of the admin API show `metadata_admin` of the account, as newer Ory Kratos does.',
  passkeysAreBothSteps: 'A passkey whose device has verified its user is both steps of a sign-in, unless `selfservice.methods.passkey.config.both_steps` (a key of ours) decides otherwise. In Ory Kratos it is the first step.',
  codesEndWithFactors: 'Recovery codes end with the last other second factor that is removed in the settings. In Ory Kratos they stay, and run out.',
  passwordsAreNewer:  'The admin API shows credentials of passwords with version 1, as newer Ory Kratos does.',
  phonesAreAskedFor:  'If a trait has `verification.via: sms`, the field of a verification asks for an email address or phone number (1070018), as newer Ory Kratos does. A number is accepted either way.',
  disabledInForms:    'A sign-in to a disabled account, or its recovery, is refused in the form (4010011), as in newer Ory Kratos, and the person can use another account.',
} as const satisfies Readonly<Record<string, string>>

/** The name of an improvement. */
export type Improvement = keyof typeof improvementTexts

/** The improvements by name: true if switched on. */
export type Improvements = Readonly<Record<Improvement, boolean>>

/** Returns every improvement switched on, or every one off. */
export function improvementsThatAre(on: boolean): Improvements {
  const names = Object.keys(improvementTexts)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  return Object.fromEntries(names.map((name) => [name, on])) as Improvements
}
