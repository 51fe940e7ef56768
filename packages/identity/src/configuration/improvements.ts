/**
 * TABLE: where this service answers better than Ory Kratos 26.2, and Kratos' own answer harms no one. Each is on with the
 * built-in configuration and off under an operator's own `kratos.yml`, which keeps its meaning there. The texts are
 * those of docs/compatibility.md.
 */
// oxfmt-ignore
export const improvementTexts = {
  knownName:          'A person who confirms need not type the address again, also where a code could be sent instead.',
  typedStays:         'What was typed stays in the form where an address is taken, as after every other refusal.',
  listsStay:          'A list that was submitted is shown again and goes along to the next screen; otherwise it would be lost.',
  signInNameOnKeys:   'A passkey of a schema without a display name is shown with the sign-in name; Ory Kratos takes the last trait.',
  keysAreNotMadeTwice:'A device that holds a key of the account already learns that, and makes no second one.',
  stateKeepsItsTime:  'When the state of an account last changed is known after its profile was changed, too.',
  wholeIdentities:    'The sessions of an account show the whole identity, with its addresses and the URL of its schema.',
  clientsAreShown:    'Which OAuth2 client asks is in the first answer of a sign-up, not only when the flow is read again.',
  scriptsGoOnward:    'A script learns where the browser of a person who is known goes on, without a second request.',
  callbacksAreApart:  'Every provider has a callback address of its own, also where PKCE is forced.',
  mappersFailInForms: 'Where claims are of no use the form says so, and the person can sign in another way.',
  appsKeepNoCookies:  'An app that is sent to a provider gets no cookie: the exchange code is what finds it again.',
  countsWhatEnded:    'Ending all other sessions answers with how many it ended; Ory Kratos counts those that had ended before, too.',
  choosersAreNamed:   'A service without account choosers of browsers (FedCM) says what is missing.',
  codesAreFilledIn:   'The field of a code says `autocomplete: one-time-code`, as newer Ory Kratos does, so that phones and password managers fill it in.',
  choicesAreListed:   'The field of a trait with an `enum` has its choices (`options`), as in newer Ory Kratos: forms draw a list to choose from.',
  settingsNameTheirOrganization: 'A settings flow has `organization_id`, as in newer Ory Kratos: the organization of the account, or null.',
  operatorsSeeMetadata: 'Sessions of the admin API show `metadata_admin` of the account, as newer Ory Kratos does.',
  passkeysAreBothSteps: 'A passkey whose device has checked who holds it is both steps of a sign-in: nothing is asked for after it (`selfservice.methods.passkey.config.both_steps`, a key that Ory Kratos does not know, decides otherwise). In Ory Kratos it is the first one.',
  codesEndWithFactors: 'Recovery codes end with the last other second factor that is removed in the settings: alone they would be asked for at every sign-in, and run out. In Ory Kratos they stay.',
  passwordsAreNewer:  'The admin API shows credentials of passwords with version 1, as newer Ory Kratos does.',
  phonesAreAskedFor:  'Where a trait has `verification.via: sms`, the field of a verification asks for an email address or phone number (1070018), as newer Ory Kratos does. A number is taken either way.',
  disabledInForms:    'A sign-in to an account that is switched off, or its recovery, says so in the form (4010011), as in newer Ory Kratos, and the person can go on with another account.',
} as const satisfies Readonly<Record<string, string>>

/** The name of an improvement. */
export type Improvement = keyof typeof improvementTexts

/** Which improvements hold. */
export type Improvements = Readonly<Record<Improvement, boolean>>

/** Every improvement switched on, or every one off. */
export function improvementsThatAre(on: boolean): Improvements {
  const names = Object.keys(improvementTexts)
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys are those of the table
  return Object.fromEntries(names.map((name) => [name, on])) as Improvements
}
