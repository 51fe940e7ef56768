import type { Improvement } from '@gatehouse/identity/configuration'
import { guarded } from '../differences/gatehouse-proof.ts'

/** The differences of our service from one recording. Everything else in it is compared. */
export interface Exception {
  readonly recording: string
  /** `2.body.ui.nodes[1]`: number of the request, and the path in its answer. */
  readonly at: readonly string[]
  readonly reason: string
}

/** One that an improvement makes: with the built-in configuration alone. */
export interface Improved extends Omit<Exception, 'reason'> {
  readonly improvement: Improvement
}

const provider = (recording: string, at: string): Exception => ({
  recording,
  at: [at],
  reason: guarded.providersAreAskedOnce.what,
})

/** No protection of anyone: the reference loses the order by a sort that is not stable, which cannot be repeated. */
export const orderOfForms =
  'Nodes of one group stand in one order in every form; the reference loses it where a form has many nodes.'

/**
 * Every recording that is not answered to the letter under an operator's own file, and why. A row that is not needed
 * (any more) fails.
 */
export const exceptions: readonly Exception[] = [
  { recording: 'login-aal2-totp-api', at: ['5.body.session_token'], reason: guarded.renewsTokens.what },
  provider('oidc-account-linking', '0.body.redirect_browser_to'),
  provider('oidc-api-no-exchange-code', '0.body.redirect_browser_to'),
  provider('oidc-api-token-exchange', '1.body.redirect_browser_to'),
  provider('oidc-login-existing-user-form', '0.headers.location'),
  provider('oidc-login-new-user', '1.body.redirect_browser_to'),
  provider('oidc-registration', '1.body.redirect_browser_to'),
  provider('settings-oidc', '0.body.redirect_browser_to'),
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
    reason: guarded.hidesAccounts.what,
  },
  {
    recording: 'registration-legacy-continue-with',
    at: ['0.body.session_token', '0.body.session', '0.body.continue_with[2]'],
    reason: guarded.hidesAccounts.what,
  },
  {
    recording: 'registration-rich-schema',
    at: ['5.body.ui.nodes[19]', '5.body.ui.nodes[20]'],
    reason: orderOfForms,
  },
]

/** Every recording that improvements answer otherwise, as they do with the built-in configuration. */
export const improved: readonly Improved[] = [
  {
    recording: 'admin-sessions',
    at: [
      '1.body[0].identity.verifiable_addresses',
      '1.body[0].identity.recovery_addresses',
      '1.body[0].identity.schema_url',
    ],
    improvement: 'wholeIdentities',
  },
  { recording: 'login-oauth2-challenge', at: ['2.body.ui.nodes[1]'], improvement: 'knownName' },
  { recording: 'login-oauth2-challenge', at: ['4.body.redirect_browser_to'], improvement: 'jsonNamesTheNextUrl' },
  { recording: 'login-refresh', at: ['0.body.ui.nodes[1]'], improvement: 'knownName' },
  { recording: 'misc-public', at: ['7.headers.content-type', '7.body'], improvement: 'choosersAreNamed' },
  { recording: 'oidc-api-token-exchange', at: ['1.cookies'], improvement: 'appsKeepNoCookies' },
  { recording: 'registration-duplicate', at: ['0.body.ui.nodes[3]'], improvement: 'typedStays' },
  {
    recording: 'registration-oauth2-challenge',
    at: ['0.body.oauth2_login_request'],
    improvement: 'clientsAreShown',
  },
  {
    recording: 'registration-rich-schema',
    at: ['2.body.ui.nodes[15]', '3.body.ui.nodes[15]', '5.body.ui.nodes[15]'],
    improvement: 'listsStay',
  },
  { recording: 'registration-rich-schema', at: ['5.body.ui.nodes[21]'], improvement: 'signInNameOnKeys' },
  { recording: 'settings-passkey', at: ['0.body.ui.nodes[17]'], improvement: 'keysAreNotMadeTwice' },
  { recording: 'settings-webauthn', at: ['1.body.ui.nodes[13]'], improvement: 'keysAreNotMadeTwice' },
  {
    recording: 'settings-profile',
    at: ['0', '1', '2'].map((step) => `${step}.body.identity.state_changed_at`),
    improvement: 'stateKeepsItsTime',
  },
  {
    recording: 'settings-profile-change-email',
    at: ['0.body.identity.state_changed_at'],
    improvement: 'stateKeepsItsTime',
  },
  {
    recording: 'settings-refresh-required',
    at: ['3.body.identity.state_changed_at'],
    improvement: 'stateKeepsItsTime',
  },
  {
    recording: 'admin-sessions',
    at: ['1.body[0]', '3.body', '5.body'].map((shown) => `${shown}.identity.metadata_admin`),
    improvement: 'operatorsSeeMetadata',
  },
  {
    recording: 'registration-rich-schema',
    at: ['0', '1', '2', '3', '5'].map((step) => `${step}.body.ui.nodes[13]`),
    improvement: 'choicesAreListed',
  },
  {
    recording: 'login-code',
    at: ['1', '2', '3'].map((step) => `${step}.body.ui.nodes[2]`),
    improvement: 'codesAreFilledIn',
  },
  ...Object.entries({
    'settings-passkey': ['0', '1'],
    'settings-webauthn': ['0', '1', '2'],
    'settings-profile': ['0', '1', '2'],
    'settings-profile-change-email': ['0'],
    'settings-refresh-required': ['3'],
  }).map(([recording, steps]) => ({
    recording,
    at: steps.map((step) => `${step}.body.organization_id`),
    improvement: 'settingsNameTheirOrganization' as const,
  })),
  { recording: 'expired-verification-410', at: ['2.body.ui.nodes[0]'], improvement: 'phonesAreAskedFor' },
  { recording: 'verification-api', at: ['0.body.ui.nodes[0]'], improvement: 'phonesAreAskedFor' },
  {
    recording: 'verification-code',
    at: ['0', '1', '2', '7'].map((step) => `${step}.body.ui.nodes[0]`),
    improvement: 'phonesAreAskedFor',
  },
  {
    recording: 'verification-api',
    at: ['1.body.ui.nodes[1]', '3.body.ui.nodes[1]'],
    improvement: 'codesAreFilledIn',
  },
  {
    recording: 'verification-code',
    at: ['3.body.ui.nodes[1]', '4.body.ui.nodes[1]'],
    improvement: 'codesAreFilledIn',
  },
]
