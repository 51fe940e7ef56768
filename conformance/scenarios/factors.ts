import { correctPassword, open, submit, verifiedAccount, withToken } from './given.ts'
import type { Exchange, ExpectedError, Step } from './scenario.ts'

/** Rows of nodes, and steps, about second factors. */

export const askTotp = ['totp text totp_code= required label 1010006', 'totp submit method=totp label 1010009']
/** After the first answer the field has no value at all. */
export const askTotpAgain = ['totp text totp_code required label 1010006', 'totp submit method=totp label 1010009']
export const askBackupCode = [
  'lookup_secret text lookup_secret= required label 1010007',
  'lookup_secret submit method=lookup_secret label 1010010',
]
export const askBackupCodeAgain = [
  'lookup_secret text lookup_secret required label 1010007',
  'lookup_secret submit method=lookup_secret label 1010010',
]

export const offerTotp = [
  'totp img totp_qr label 1050005',
  'totp text totp_secret_key label 1050017',
  'totp text totp_code required label 1070006',
  'totp submit method=totp label 1070003',
]
export const removeTotp = 'totp submit totp_unlink=true required label 1050004'

export const makeBackupCodes = 'lookup_secret submit lookup_secret_regenerate=true label 1050008'
export const revealBackupCodes = 'lookup_secret submit lookup_secret_reveal=true label 1050007'
export const disableBackupCodes = 'lookup_secret submit lookup_secret_disable=true label 1050016'
export const backupCodeList = 'lookup_secret text lookup_secret_codes label 1050010'
export const confirmBackupCodes = 'lookup_secret submit lookup_secret_confirm=true label 1050011'

/** The address to which a session of one factor is sent. */
export const stepUp = '{public}/self-service/login/browser?aal=aal2'
export const owed: ExpectedError = {
  id: 'session_aal2_required',
  details: { redirect_browser_to: stepUp },
  beside: { redirect_browser_to: stepUp },
}

/** `{email}` has an authenticator app; the browser that set it up is `settled`. Its code `{totpBefore}` is used up. */
export const accountWithTotp: readonly Step[] = [
  verifiedAccount,
  open('login', '', 'settled'),
  {
    title: 'settled signs in',
    as: 'settled',
    ...submit('login'),
    body: correctPassword,
    expect: { status: 200, cookies: ['csrf', 'session'] },
  },
  open('settings', '', 'settled'),
  {
    title: 'settled sets an authenticator app up',
    as: 'settled',
    ...submit('settings'),
    body: { method: 'totp', totp_code: '{totpBefore}' },
    expect: { status: 200, cookies: ['session'], flow: { state: 'success', messages: ['success 1050001'] } },
  },
]

/** The visitor has given the password, and owes the second factor. */
export const passwordGiven: readonly Step[] = [
  open('login'),
  {
    title: 'the visitor gives the password',
    ...submit('login'),
    body: correctPassword,
    expect: {
      status: 422,
      cookies: ['csrf', 'session'],
      error: { id: 'browser_location_change_required', beside: { redirect_browser_to: stepUp } },
    },
  },
]

/** The app of a session token asks for the second step. */
export const openSecondStepNatively: Exchange = {
  title: 'the app asks for the second factor',
  mode: 'native',
  headers: withToken,
  request: 'GET /self-service/login/api?aal=aal2',
  expect: { status: 200 },
}
