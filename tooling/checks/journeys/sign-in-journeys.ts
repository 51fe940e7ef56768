import { by, type JourneyPart, needsScript } from './journey.ts'

const account = 'journeys/account.spec.ts'
const sms = 'text-messages/sign-in.spec.ts'
const smsSecond = 'text-messages/second-factor.spec.ts'
const keys = 'passkey/key-alone.spec.ts'
const secondKey = 'passkey/security-key.spec.ts'
const passkeys = 'passkey/passkey.spec.ts'
const factors = 'second-factor/second-factor.spec.ts'
const organization = 'organization/sign-in.spec.ts'

const asksByScript = 'browsers ask for a key by script alone'
const keyAdded = by(keys, 'a security key is added, signs in without a password, and is removed')
const keyWithoutScript = 'a key takes script, which every page that could ask for one says'
const secondKeyAdded = by(secondKey, 'a security key is added with a name, and asked for after the password')
const secondKeyWithoutScript = 'a key that is the second factor takes script, which the page says'
const appAndCodes = by(factors, 'an authenticator app and backup codes are set up, asked for, and taken away')
const byAddress = by(
  smsSecond,
  'after the password, and to confirm who somebody is, comes a code by text message or by mail',
)
const organizations = by(organization, 'an address of an organization leads to its connection')

/** TABLE: signing in, confirming who one is, and the second factor. */
// oxfmt-ignore
export const signInJourneys: readonly JourneyPart[] = [
  {
    title: 'Signing in',
    pages: ['login', ''],
    rows: [
      { method: 'password', wire: ['login', 'password'], tests: by(account, 'an account from sign-up over settings to recovery') },
      { method: 'address first, then password', tests: by('journeys/identifier-first-login.spec.ts', 'the address first, then the password') },
      { method: 'address first, then code by mail', tests: by('journeys/identifier-first-login.spec.ts', 'the address first, then a code by mail') },
      { method: 'code by mail', wire: ['login', 'code'], tests: by(account, 'sign in with a code by mail') },
      { method: 'code by text message', wire: ['login', 'code'], tests: by(sms, 'a phone number is confirmed by text message, and gets the code to sign in with') },
      { method: 'passkey', wire: ['login', 'passkey'], tests: by(passkeys, 'a passkey is added in the settings, signs in with its button, and is removed'),
        without: needsScript(asksByScript, 'unhappy/closed-doors.spec.ts', 'whoever cannot use them is told why') },
      { method: 'security key', wire: ['login', 'webauthn'], tests: keyAdded, without: needsScript(asksByScript, keys, keyWithoutScript) },
      { method: 'provider', wire: ['login', 'oidc'], tests: by('oidc/provider.spec.ts', 'signing in with an account elsewhere makes an account here') },
      { method: 'connection of an organization', tests: organizations },
      { method: 'account chooser of the browser (FedCM)', tests: by('fedcm/chooser.spec.ts', 'an account is chosen in the browser, beside the form'),
        without: {
          ...needsScript('browsers are asked for it by script alone', 'fedcm/chooser.spec.ts', 'who is not signed in there, or has no such browser, has the form'),
          keyboard: { reason: 'the chooser is a window of the browser, which no key of a page reaches' },
        } },
    ],
  },
  {
    title: 'Confirming who one is (refresh)',
    pages: ['login'],
    rows: [
      { method: 'password', tests: by('journeys/confirm-first.spec.ts', 'a change over an old sign-in is made once the person has confirmed who they are') },
      { method: 'code by mail', tests: by('journeys/refresh.spec.ts', 'a code by mail confirms who somebody is') },
      { method: 'code by text message', tests: by(sms, 'a phone number is confirmed by text message, and gets the code to sign in with') },
      { method: 'passkey', tests: by(passkeys, 'a passkey confirms who somebody is'),
        without: needsScript(asksByScript, 'unhappy/closed-doors.spec.ts', 'whoever cannot use them is told why') },
      { method: 'security key', tests: keyAdded, without: needsScript(asksByScript, keys, keyWithoutScript) },
      { method: 'provider', tests: by('oidc/provider.spec.ts', 'an account elsewhere is connected in the settings, confirms who somebody is, and is taken off again') },
      { method: 'connection of an organization', tests: organizations },
      { method: 'authenticator app, for the second factor', tests: by(factors, 'an authenticator app confirms who somebody is') },
      { method: 'backup code, for the second factor', tests: appAndCodes },
      { method: 'code, for the second factor', tests: byAddress },
      { method: 'security key, for the second factor', tests: secondKeyAdded, without: needsScript(asksByScript, secondKey, secondKeyWithoutScript) },
    ],
  },
  {
    title: 'The second factor (aal2)',
    pages: ['login'],
    rows: [
      { method: 'authenticator app', wire: ['login', 'totp'], tests: appAndCodes },
      { method: 'backup code', wire: ['login', 'lookup_secret'], tests: appAndCodes },
      { method: 'security key', wire: ['login', 'webauthn'], tests: secondKeyAdded, without: needsScript(asksByScript, secondKey, secondKeyWithoutScript) },
      { method: 'code by mail', wire: ['login', 'code'], tests: byAddress },
      { method: 'code by text message', wire: ['login', 'code'], tests: byAddress },
      { method: 'spared on a device that is remembered', tests: by('second-factor/remembered-device.spec.ts', 'a device that is remembered is asked no more, until its owner wants it asked again') },
    ],
  },
]
