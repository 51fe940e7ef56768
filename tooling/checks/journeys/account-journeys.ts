import { type JourneyPart, needsScript } from './journey.ts'

const whole = ['account-1']
const factors = ['second-factor-1']
const data = ['data-1']
const madeByScript = 'browsers make keys by script alone'

/** TABLE: acts of a signed-in person. */
// oxfmt-ignore
export const accountJourneys: readonly JourneyPart[] = [
  {
    title: 'Settings',
    pages: ['settings', 'settings/keys', 'settings/codes', 'settings/confirm-address'],
    rows: [
      { method: 'profile', wire: ['settings', 'profile'], tests: whole },
      { method: 'password', wire: ['settings', 'password'], tests: whole },
      { method: 'authenticator app', wire: ['settings', 'totp'], tests: factors },
      { method: 'backup codes', wire: ['settings', 'lookup_secret'], tests: factors },
      { method: 'passkey', wire: ['settings', 'passkey'], tests: ['passkey-1'],
        without: needsScript(madeByScript, 'passkey-6') },
      { method: 'security key', wire: ['settings', 'webauthn'], tests: ['key-alone-1'],
        without: needsScript(madeByScript, 'key-alone-3') },
      { method: 'a passkey is named, and its removal asked about', tests: ['passkey-1'],
        without: needsScript(madeByScript, 'passkey-6') },
      { method: 'provider', wire: ['settings', 'oidc'], tests: ['provider-3'] },
    ],
  },
  {
    title: 'The account',
    pages: ['sessions', 'activity', 'activity/not-me', 'logout', 'settings/data', 'settings/data/export', 'goodbye'],
    rows: [
      { method: 'sessions: other devices are signed out', tests: ['sessions-4'] },
      { method: 'activity', tests: ['history-1'] },
      { method: 'one’s own data as a file', tests: data },
      { method: 'deleting the account', tests: data },
      { method: 'signing out', tests: whole },
    ],
  },
]
