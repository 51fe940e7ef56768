import { open, openNative } from '../../scenarios/given.ts'
import type { Given } from './given.ts'
import {
  account,
  accountWithTotp,
  addTotp,
  done,
  kept,
  later,
  send,
  signedIn,
  signIn,
  signInNatively,
} from './steps.ts'

export const loginGivens: Readonly<Record<string, Given>> = {
  'expired-login-410': {
    before: {
      0: [open('login', '?return_to={%pages}%2Fapp'), later(3_000)],
      4: [openNative('login'), later(3_000)],
    },
  },
  'idfirst-login-form': { before: { 0: [account, open('login')] } },
  'idfirst-login': { before: { 0: [account] } },
  'idfirst-refresh': { before: { 0: signedIn } },
  'login-aal2-missing-devices': { before: { 0: [...signedIn, open('login', '?aal=aal2')] } },
  'login-aal2-no-second-factor': { before: { 0: signedIn } },
  'login-aal2-return-to': {
    // The session of one factor, and its form, are older than the second factor.
    before: { 0: [account, ...signIn(), kept(open('settings')), ...signIn('settled'), ...addTotp('settled')] },
    bind: { id1: 'keptFlow' },
  },
  'login-aal2-totp-api': {
    before: { 0: accountWithTotp, 6: [{ title: 'the session has another token now', forget: 'sessionToken1' }] },
  },
  'login-aal2-totp-form': { before: { 0: [...accountWithTotp, open('login')] } },
  'login-aal2-totp': { before: { 0: accountWithTotp } },
  'login-already-logged-in': {
    before: { 0: [account, kept(open('login')), ...signIn()], 4: signInNatively() },
    bind: { id1: 'keptFlow' },
  },
  'login-api-cookie-rejected': { before: { 0: [account, openNative('login')] } },
  'login-code-api': { before: { 0: [account] } },
  'login-code-form': { before: { 0: [account, open('login')] } },
  'login-code-mfa-choose': {
    before: { 0: [...accountWithTotp, ...signIn()], 3: signIn('other') },
    as: { 3: 'other', 4: 'other' },
  },
  'login-code-mfa': { before: { 0: signedIn } },
  'login-code-unknown-user': { before: { 0: [open('login')] } },
  'login-code': { before: { 0: [account] } },
  'login-csrf-violation': { before: { 0: [open('login')] } },
  'login-identity-inactive': {
    before: {
      0: [
        account,
        done('the account is closed', 'PATCH /admin/identities/{account}', 200, {
          at: 'admin',
          mode: 'native',
          body: [{ op: 'replace', path: '/state', value: 'inactive' }],
        }),
      ],
    },
  },
  'login-missing-body': { before: { 0: [open('login')] } },
  'login-missing-fields': { before: { 0: [open('login')] } },
  'login-oauth2-challenge': {
    before: { 0: [account], 3: [{ title: 'the OAuth2 server knows the person', known: true }] },
  },
  'login-password-only': { before: { 0: [account] } },
  'login-refresh': { before: { 0: signedIn } },
  'login-require-verified-address-legacy': { before: { 0: [account] } },
  'login-require-verified-address': {
    before: { 0: [account, open('login')], 2: [open('login')], 3: [openNative('login')] },
  },
  'login-success-api': { before: { 0: [account] } },
  'login-success-browser-ajax': { before: { 0: [account] } },
  'login-success-browser-form': { before: { 0: [account, open('login')] } },
  'login-wrong-password-form': { before: { 0: [account, open('login')] } },
  'login-wrong-password': { before: { 0: [account] } },
  'login-passkey': {
    before: {
      0: [
        account,
        ...signIn('settled'),
        open('settings', '', 'settled'),
        { title: 'a device makes a passkey', device: 'create', node: 'passkey_create_data' },
        send('settings', { method: 'passkey', passkey_settings_register: '{answer}' }, 200, 'settled'),
      ],
    },
  },
  'login-webauthn-second-factor': {
    before: {
      0: [
        account,
        ...signIn('settled'),
        open('settings', '', 'settled'),
        { title: 'a device makes a key', device: 'create', node: 'webauthn_register_trigger' },
        send(
          'settings',
          { method: 'webauthn', webauthn_register: '{answer}', webauthn_register_displayname: 'Key' },
          200,
          'settled',
        ),
      ],
    },
  },
}
