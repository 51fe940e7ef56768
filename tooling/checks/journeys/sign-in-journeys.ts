import { type JourneyPart, needsScript } from './journey.ts'

const asksByScript = 'browsers ask for a key by script alone'
const keyAdded = ['key-alone-1']
const keyWithoutScript = 'key-alone-3'
const secondKeyAdded = ['security-key-1']
const secondKeyWithoutScript = 'security-key-2'
const appAndCodes = ['second-factor-1']
const byAddress = ['second-factor-3']
const organizations = ['sign-in-4']

/** TABLE: signing in, confirming one's identity, and the second factor. */
// oxfmt-ignore
export const signInJourneys: readonly JourneyPart[] = [
  {
    title: 'Signing in',
    pages: ['login', ''],
    rows: [
      { method: 'password', wire: ['login', 'password'], tests: ['account-1'] },
      { method: 'address first, then password', wire: ['login', 'identifier_first'], tests: ['identifier-first-login-1'] },
      { method: 'address first, then code by mail', tests: ['identifier-first-login-2'] },
      { method: 'code by mail', wire: ['login', 'code'], tests: ['account-2'] },
      { method: 'code by text message', wire: ['login', 'code'], tests: ['sign-in-6'] },
      { method: 'passkey', wire: ['login', 'passkey'], tests: ['passkey-1'],
        without: needsScript(asksByScript, 'not-available-1') },
      { method: 'security key', wire: ['login', 'webauthn'], tests: keyAdded, without: needsScript(asksByScript, keyWithoutScript) },
      { method: 'provider', wire: ['login', 'oidc'], tests: ['provider-1'] },
      { method: 'connection of an organization', tests: organizations },
      { method: 'account chooser of the browser (FedCM)', tests: ['chooser-1'],
        without: {
          ...needsScript('browsers are asked for it by script alone', 'chooser-3'),
          keyboard: { reason: 'the chooser is a window of the browser, which no key of a page reaches' },
        } },
    ],
  },
  {
    title: 'Confirming who one is (refresh)',
    pages: ['login'],
    rows: [
      { method: 'password', tests: ['confirm-first-1'] },
      { method: 'code by mail', tests: ['refresh-1'] },
      { method: 'code by text message', tests: ['sign-in-6'] },
      { method: 'passkey', tests: ['passkey-2'],
        without: needsScript(asksByScript, 'not-available-1') },
      { method: 'security key', tests: keyAdded, without: needsScript(asksByScript, keyWithoutScript) },
      { method: 'provider', tests: ['provider-3'] },
      { method: 'connection of an organization', tests: organizations },
      { method: 'authenticator app, for the second factor', tests: ['second-factor-2'] },
      { method: 'backup code, for the second factor', tests: appAndCodes },
      { method: 'code, for the second factor', tests: byAddress },
      { method: 'security key, for the second factor', tests: secondKeyAdded, without: needsScript(asksByScript, secondKeyWithoutScript) },
    ],
  },
  {
    title: 'The second factor (aal2)',
    pages: ['login'],
    rows: [
      { method: 'authenticator app', wire: ['login', 'totp'], tests: appAndCodes },
      { method: 'backup code', wire: ['login', 'lookup_secret'], tests: appAndCodes },
      { method: 'security key', wire: ['login', 'webauthn'], tests: secondKeyAdded, without: needsScript(asksByScript, secondKeyWithoutScript) },
      { method: 'code by mail', wire: ['login', 'code'], tests: byAddress },
      { method: 'code by text message', wire: ['login', 'code'], tests: byAddress },
      { method: 'spared on a device that is remembered', tests: ['remembered-device-1'] },
    ],
  },
]
