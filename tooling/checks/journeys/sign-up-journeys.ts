import { by, type JourneyPart, needsScript, noWay } from './journey.ts'

const twoStep = 'journeys/two-step-registration.spec.ts'
const passkeys = 'passkey/passkey.spec.ts'
const keys = 'passkey/key-alone.spec.ts'
const chooser = 'fedcm/chooser.spec.ts'

const madeByScript = 'browsers make keys by script alone'
const hidden = needsScript(madeByScript, passkeys, 'buttons that only script can serve stay away')
const hiddenKey = needsScript(madeByScript, keys, 'a key takes script, which every page that could ask for one says')

/** TABLE: making an account. */
// oxfmt-ignore
export const signUpJourneys: readonly JourneyPart[] = [
  {
    title: 'Signing up on one page',
    pages: ['registration'],
    rows: [
      { method: 'password', wire: ['registration', 'password'], tests: by('journeys/account.spec.ts', 'an account from sign-up over settings to recovery') },
      { method: 'code by mail', wire: ['registration', 'code'], tests: by('unhappy/mistyped-address.spec.ts', 'whoever signs up by code with a wrong address corrects it, and types nothing else again') },
      { method: 'code by text message', wire: ['registration', 'code'], tests: by('text-messages/sign-in.spec.ts', 'a code by text message is all that an account needs') },
      { method: 'passkey', wire: ['registration', 'passkey'], tests: by(passkeys, 'a new person signs up with a passkey and never has a password'), without: hidden },
      { method: 'security key', wire: ['registration', 'webauthn'], tests: by(keys, 'a new person signs up with a security key, and in with it'), without: hiddenKey },
      { method: 'provider', wire: ['registration', 'oidc'], tests: by('oidc/provider.spec.ts', 'what the provider does not tell is asked for') },
      { method: 'connection of an organization', tests: by('organization/sign-in.spec.ts', 'so does signing up with one') },
      { method: 'account chooser of the browser (FedCM)', tests: by(chooser, 'signing up goes the same way, and the next time it is known'),
        without: {
          ...needsScript('browsers are asked for it by script alone', chooser, 'who is not signed in there, or has no such browser, has the form'),
          keyboard: { reason: 'the chooser is a window of the browser, which no key of a page reaches' },
        } },
    ],
  },
  {
    title: 'Signing up on two pages',
    pages: ['registration'],
    rows: [
      { method: 'password', tests: by(twoStep, 'details first, then a password') },
      { method: 'code by mail', tests: by(twoStep, 'details first, then a code by mail instead of a password') },
      { method: 'code by text message', tests: [], without: noWay('the second page is that of a code by mail: it does not know where the code goes') },
      { method: 'passkey', tests: by(twoStep, 'details first, then a passkey instead of a password'), without: hidden },
      { method: 'security key', tests: by(twoStep, 'details first, then a security key instead of a password'), without: hiddenKey },
      { method: 'provider', tests: [], without: noWay('its button is on the first page, and leads away from there as from the only one') },
      { method: 'back to the first page', tests: by(twoStep, 'back to the details, which are still there') },
    ],
  },
]
