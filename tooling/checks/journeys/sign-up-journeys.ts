import { type JourneyPart, needsScript, noWay } from './journey.ts'

const madeByScript = 'browsers make keys by script alone'
const hidden = needsScript(madeByScript, 'passkey-5')
const hiddenKey = needsScript(madeByScript, 'key-alone-3')

/** TABLE: making an account. */
// oxfmt-ignore
export const signUpJourneys: readonly JourneyPart[] = [
  {
    title: 'Signing up on one page',
    pages: ['registration'],
    rows: [
      { method: 'password', wire: ['registration', 'password'], tests: ['account-1'] },
      { method: 'code by mail', wire: ['registration', 'code'], tests: ['mistyped-address-1'] },
      { method: 'code by text message', wire: ['registration', 'code'], tests: ['sign-in-7'] },
      { method: 'passkey', wire: ['registration', 'passkey'], tests: ['passkey-3'], without: hidden },
      { method: 'security key', wire: ['registration', 'webauthn'], tests: ['key-alone-2'], without: hiddenKey },
      { method: 'provider', wire: ['registration', 'oidc'], tests: ['provider-2'] },
      { method: 'connection of an organization', tests: ['sign-in-5'] },
      { method: 'account chooser of the browser (FedCM)', tests: ['chooser-2'],
        without: {
          ...needsScript('browsers are asked for it by script alone', 'chooser-3'),
          keyboard: { reason: 'the chooser is a window of the browser, which no key of a page reaches' },
        } },
    ],
  },
  {
    title: 'Signing up on two pages',
    pages: ['registration'],
    rows: [
      { method: 'password', wire: ['registration', 'profile'], tests: ['two-step-registration-1'] },
      { method: 'code by mail', tests: ['two-step-registration-3'] },
      { method: 'code by text message', tests: [], without: noWay('the second page is that of a code by mail: it does not know where the code goes') },
      { method: 'passkey', tests: ['two-step-registration-4'], without: hidden },
      { method: 'security key', tests: ['two-step-registration-5'], without: hiddenKey },
      { method: 'provider', tests: [], without: noWay('its button is on the first page, and leads away from there as from the only one') },
      { method: 'back to the first page', tests: ['two-step-registration-2'] },
    ],
  },
]
