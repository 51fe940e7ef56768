import { at, proof, type SaidOfCall } from './call.ts'
import { command, page } from './places.ts'

const account = 'apps/account/app'
const cli = 'apps/cli/src/gatehouse.test.ts'
const operations = { file: 'conformance/operations/operations.test.ts', title: '%s.%s answers %i' }

const whoIsThere = 'an account from the terminal: register, look, list, sign out, sign in again'
const chooser = { file: 'e2e/fedcm/chooser.spec.ts', title: 'an account is chosen in the browser, beside the form' }
const trial = 'Trying out a provider is part of the hosted product; no self-hosted service has it, and neither have we.'
const withoutTrial = { file: operations.file, title: 'trying out a provider is part of the hosted product' }

/** What is said of the calls about sessions, signing out, errors, schemas and browsers' own addresses. */
export const sessionCalls: Readonly<Record<string, SaidOfCall>> = {
  'FrontendApi.toSession': {
    places: [
      at('every page of the account', [`${account}/identity/session.server.ts`, 'toSession']),
      at('every screen of the console', ['apps/console/app/session/operator.server.ts', 'toSession']),
      command('whoami', 'commands/whoami.ts', 'toSession'),
    ],
    tests: [
      proof(`${account}/routes/sessions/sessions.test.ts`, 'is for people who are signed in'),
      proof(cli, whoIsThere),
    ],
  },
  'FrontendApi.listMySessions': {
    places: [
      page('/sessions', 'sessions/list-sessions.server.ts', 'listMySessions'),
      command('sessions', 'commands/sessions.ts', 'listMySessions'),
    ],
    tests: [proof(`${account}/routes/sessions/sessions.test.ts`, 'shows the others, signs one out, then all')],
  },
  'FrontendApi.disableMySession': {
    places: [
      page('/sessions', 'sessions/revoke-sessions.server.ts', 'disableMySession'),
      command('sessions --revoke', 'commands/sessions.ts', 'disableMySession('),
    ],
    tests: [proof(`${account}/routes/sessions/sessions.test.ts`, 'shows the others, signs one out, then all')],
  },
  'FrontendApi.disableMyOtherSessions': {
    places: [
      page('/sessions', 'sessions/revoke-sessions.server.ts', 'disableMyOtherSessions'),
      command('sessions --revoke-others', 'commands/sessions.ts', 'disableMyOtherSessions'),
    ],
    tests: [proof('e2e/journeys/sessions.spec.ts', 'another device is seen, signed out from here, and stays out')],
  },
  'FrontendApi.createBrowserLogoutFlow': {
    places: [page('/logout', 'logout/sign-out.server.ts', 'createBrowserLogoutFlow')],
    tests: [
      proof(`${account}/routes/logout/logout.test.ts`, 'asks first when it is a link, and signs out by its button'),
    ],
  },
  'FrontendApi.updateLogoutFlow': {
    places: [page('/logout', 'logout/sign-out.server.ts', 'visitLogout')],
    tests: [proof(`${account}/routes/logout/logout.test.ts`, 'works from the header of every page of the account')],
  },
  'FrontendApi.performNativeLogout': {
    places: [
      command('logout', 'commands/logout.ts', 'performNativeLogout'),
      at('console: sign out', ['apps/console/app/routes/sign-out/route.ts', 'performNativeLogout']),
    ],
    tests: [proof(cli, whoIsThere)],
  },
  'FrontendApi.exchangeSessionToken': {
    places: [command('login', 'provider-sign-in.ts', 'exchangeSessionToken')],
    tests: [
      proof('apps/cli/src/provider-sign-in.test.ts', 'a browser signs in elsewhere, and the terminal has the session'),
    ],
  },
  'FrontendApi.getFlowError': {
    places: [page('/error', 'error/route.tsx', 'getFlowError')],
    tests: [proof(`${account}/failure/failure.test.ts`, 'shows an error that the service has stored, under its id')],
  },
  'FrontendApi.createFedcmFlow': {
    places: [at('/login, /registration', [`${account}/enhance/account-chooser.ts`, 'publicPaths.fedcmParameters'])],
    tests: [chooser],
  },
  'FrontendApi.updateFedcmFlow': {
    places: [at('/login, /registration', [`${account}/enhance/account-chooser.ts`, 'publicPaths.fedcmToken'])],
    tests: [chooser],
  },
  'FrontendApi.deleteTestLoginFlow': { places: [], reason: trial, tests: [withoutTrial] },
  'IdentityApi.createTestLoginFlow': { places: [], reason: trial, tests: [withoutTrial] },
  'FrontendApi.getWebAuthnJavaScript': {
    places: [],
    reason: 'Our pages bring a script of their own for keys; the service’s is for pages that have none.',
    tests: [
      proof(
        'e2e/passkey/service-script.spec.ts',
        'pages without a script of their own sign up and in by the service’s script',
      ),
    ],
  },
  'FrontendApi.getWellKnownChangePassword': {
    places: [],
    reason: 'Password managers ask for it, and are led to /settings.',
    tests: [{ ...operations, row: 'getWellKnownChangePassword' }],
  },
  'IdentityApi.getIdentitySchema': {
    places: [command('import --dry-run', 'transfer/admin-access.ts', '/schemas/${encodeURIComponent(id)}')],
    tests: [
      proof(
        'apps/cli/src/transfer/import.test.ts',
        'a dry run looks at the schemas of the service, and creates nothing',
      ),
    ],
  },
  'IdentityApi.listIdentitySchemas': {
    places: [],
    reason: 'Pages draw the fields that a flow has; applications that draw their own ask for schemas.',
    tests: [{ ...operations, row: 'listIdentitySchemas' }],
  },
  'MetadataApi.getVersion': {
    places: [],
    reason: 'For operators’ monitoring.',
    tests: [{ ...operations, row: 'getVersion' }],
  },
}
