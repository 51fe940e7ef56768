import { deliberate } from '../differences/gatehouse.ts'
import { guarded } from '../differences/gatehouse-proof.ts'

/** Where our service answers one recording otherwise than the reference. Everything else in it is compared. */
export interface Exception {
  readonly recording: string
  /** `2.body.ui.nodes[1]`: number of the request, and the path in its answer. */
  readonly at: readonly string[]
  readonly reason: string
}

const provider = (recording: string, at: string): Exception => ({
  recording,
  at: [at],
  reason: deliberate.providersAreAskedOnce,
})

const saidBefore = (recording: string, at: readonly string[]): Exception => ({
  recording,
  at: at.map((step) => `${step}.body.ui.messages[0]`),
  reason: guarded.saysBefore,
})

const removed = (recording: string, at: string): Exception => ({
  recording,
  at: [at],
  reason: guarded.removes,
})

/** Every recording that is not answered to the letter, and why. A row that is not needed (any more) fails. */
export const exceptions: readonly Exception[] = [
  {
    recording: 'admin-sessions',
    at: [
      '1.body[0].identity.verifiable_addresses',
      '1.body[0].identity.recovery_addresses',
      '1.body[0].identity.schema_url',
    ],
    reason: deliberate.whoHasTheSession,
  },
  { recording: 'login-oauth2-challenge', at: ['2.body.ui.nodes[1]'], reason: deliberate.confirmsWhoIsKnown },
  { recording: 'login-oauth2-challenge', at: ['4.body.redirect_browser_to'], reason: deliberate.scriptsGoOnward },
  { recording: 'login-aal2-totp-api', at: ['5.body.session_token'], reason: guarded.renewsTokens },
  { recording: 'login-refresh', at: ['0.body.ui.nodes[1]'], reason: deliberate.confirmsWhoIsKnown },
  { recording: 'misc-public', at: ['7.headers.content-type', '7.body'], reason: deliberate.saysWhatIsMissing },
  provider('oidc-account-linking', '0.body.redirect_browser_to'),
  provider('oidc-api-no-exchange-code', '0.body.redirect_browser_to'),
  provider('oidc-api-token-exchange', '1.body.redirect_browser_to'),
  provider('oidc-login-existing-user-form', '0.headers.location'),
  provider('oidc-login-new-user', '1.body.redirect_browser_to'),
  provider('oidc-registration', '1.body.redirect_browser_to'),
  provider('settings-oidc', '0.body.redirect_browser_to'),
  { recording: 'oidc-api-token-exchange', at: ['1.cookies'], reason: deliberate.appsKeepNoCookies },
  { recording: 'recovery-link', at: ['5.headers.location', '5.cookies'], reason: deliberate.linksAreNavigations },
  { recording: 'registration-duplicate', at: ['0.body.ui.nodes[3]'], reason: deliberate.typedStays },
  {
    recording: 'registration-duplicate-mitigated',
    at: [
      '0.cookies',
      '0.status',
      ...['identity', 'continue_with', 'id', 'type', 'expires_at', 'issued_at', 'request_url', 'organization_id'].map(
        (key) => `0.body.${key}`,
      ),
      ...['state', 'identity_schema', 'ui', '(lifespan)'].map((key) => `0.body.${key}`),
    ],
    reason: guarded.hidesAccounts,
  },
  {
    recording: 'registration-legacy-continue-with',
    at: ['0.body.session_token', '0.body.session', '0.body.continue_with[2]'],
    reason: guarded.hidesAccounts,
  },
  {
    recording: 'registration-oauth2-challenge',
    at: ['0.body.oauth2_login_request'],
    reason: deliberate.clientsAreShown,
  },
  {
    recording: 'registration-rich-schema',
    at: ['2.body.ui.nodes[15]', '3.body.ui.nodes[15]', '5.body.ui.nodes[15]'],
    reason: deliberate.listsStay,
  },
  {
    recording: 'registration-rich-schema',
    at: ['5.body.ui.nodes[19]', '5.body.ui.nodes[20]'],
    reason: deliberate.orderOfForms,
  },
  { recording: 'registration-rich-schema', at: ['5.body.ui.nodes[21]'], reason: deliberate.signInNameOnKeys },
  saidBefore('verification-api', ['1', '3']),
  saidBefore('verification-code', ['3']),
  saidBefore('verification-link', ['1']),
  removed('verification-api', '2.body.ui.messages[0]'),
  removed('verification-code', '5.body.ui.messages[0]'),
  removed('verification-link', '3.body.ui.messages[0]'),
  { recording: 'settings-passkey', at: ['0.body.ui.nodes[17]'], reason: deliberate.keysAreNotMadeTwice },
  { recording: 'settings-webauthn', at: ['1.body.ui.nodes[13]'], reason: deliberate.keysAreNotMadeTwice },
  {
    recording: 'settings-profile',
    at: ['0', '1', '2'].map((step) => `${step}.body.identity.state_changed_at`),
    reason: deliberate.stateKeepsItsTime,
  },
  {
    recording: 'settings-profile-change-email',
    at: ['0.body.identity.state_changed_at'],
    reason: deliberate.stateKeepsItsTime,
  },
  {
    recording: 'settings-refresh-required',
    at: ['3.body.identity.state_changed_at'],
    reason: deliberate.stateKeepsItsTime,
  },
]
