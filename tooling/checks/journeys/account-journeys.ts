import { by, type JourneyPart, needsScript } from './journey.ts'

const whole = by('journeys/account.spec.ts', 'an account from sign-up over settings to recovery')
const factors = by(
  'second-factor/second-factor.spec.ts',
  'an authenticator app and backup codes are set up, asked for, and taken away',
)
const data = by(
  'own-account/data.spec.ts',
  'an account is taken along as a file, and deleted once its address was typed',
)
const passkeys = 'passkey/passkey.spec.ts'
const keys = 'passkey/key-alone.spec.ts'
const madeByScript = 'browsers make keys by script alone'

/** TABLE: what somebody does who is signed in. */
// oxfmt-ignore
export const accountJourneys: readonly JourneyPart[] = [
  {
    title: 'Settings',
    pages: ['settings', 'settings/codes'],
    rows: [
      { method: 'profile', wire: ['settings', 'profile'], tests: whole },
      { method: 'password', wire: ['settings', 'password'], tests: whole },
      { method: 'authenticator app', wire: ['settings', 'totp'], tests: factors },
      { method: 'backup codes', wire: ['settings', 'lookup_secret'], tests: factors },
      { method: 'passkey', wire: ['settings', 'passkey'], tests: by(passkeys, 'a passkey is added in the settings, signs in with its button, and is removed'),
        without: needsScript(madeByScript, passkeys, 'the settings say that a passkey takes script') },
      { method: 'security key', wire: ['settings', 'webauthn'], tests: by(keys, 'a security key is added, signs in without a password, and is removed'),
        without: needsScript(madeByScript, keys, 'a key takes script, which every page that could ask for one says') },
      { method: 'provider', wire: ['settings', 'oidc'], tests: by('oidc/provider.spec.ts', 'an account elsewhere is connected in the settings, confirms who somebody is, and is taken off again') },
    ],
  },
  {
    title: 'The account',
    pages: ['sessions', 'activity', 'logout', 'settings/data', 'settings/data/export', 'goodbye'],
    rows: [
      { method: 'sessions: other devices are signed out', tests: by('journeys/sessions.spec.ts', 'another device is seen, signed out from here, and stays out') },
      { method: 'activity', tests: by('own-account/history.spec.ts', 'the history of an account shows the attempt of a stranger, and its own sign-ins') },
      { method: 'one’s own data as a file', tests: data },
      { method: 'deleting the account', tests: data },
      { method: 'signing out', tests: whole },
    ],
  },
]
