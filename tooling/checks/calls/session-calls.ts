import { at, proof, type SaidOfCall } from './call.ts'
import { command, page } from './makers.ts'

const account = 'apps/account/app'
const operations = proof('operations-2')

const whoIsThere = proof('gatehouse-1')
const chooser = proof('chooser-1')
const trial = 'For operators’ scripts that try out a provider (docs/providers.md).'

/** The rows of the calls about sessions, signing out, errors, schemas and browsers' own addresses. */
export const sessionCalls: Readonly<Record<string, SaidOfCall>> = {
  'FrontendApi.toSession': {
    makers: [
      at('every page of the account', [`${account}/identity/session.server.ts`, 'toSession']),
      at('every screen of the console', ['apps/console/app/session/operator.server.ts', 'toSession']),
      command('whoami', 'commands/whoami.ts', 'toSession'),
    ],
    tests: [proof('sessions-1'), whoIsThere],
  },
  'FrontendApi.listMySessions': {
    makers: [
      page('/sessions', 'sessions/list-sessions.server.ts', 'listMySessions'),
      command('sessions', 'commands/sessions.ts', 'listMySessions'),
    ],
    tests: [proof('sessions-2')],
  },
  'FrontendApi.disableMySession': {
    makers: [
      page('/sessions', 'sessions/revoke-sessions.server.ts', 'disableMySession'),
      command('sessions --revoke', 'commands/sessions.ts', 'disableMySession('),
    ],
    tests: [proof('sessions-2')],
  },
  'FrontendApi.disableMyOtherSessions': {
    makers: [
      page('/sessions', 'sessions/revoke-sessions.server.ts', 'disableMyOtherSessions'),
      command('sessions --revoke-others', 'commands/sessions.ts', 'disableMyOtherSessions'),
    ],
    tests: [proof('sessions-4')],
  },
  'FrontendApi.createBrowserLogoutFlow': {
    makers: [page('/logout', 'logout/sign-out.server.ts', 'createBrowserLogoutFlow')],
    tests: [proof('logout-1')],
  },
  'FrontendApi.updateLogoutFlow': {
    makers: [page('/logout', 'logout/sign-out.server.ts', 'navigateToLogout')],
    tests: [proof('logout-2')],
  },
  'FrontendApi.performNativeLogout': {
    makers: [
      command('logout', 'commands/logout.ts', 'performNativeLogout'),
      at('console: sign out', ['apps/console/app/routes/sign-out/route.ts', 'performNativeLogout']),
    ],
    tests: [whoIsThere],
  },
  'FrontendApi.exchangeSessionToken': {
    makers: [command('login', 'provider-sign-in.ts', 'exchangeSessionToken')],
    tests: [proof('provider-sign-in-1')],
  },
  'FrontendApi.getFlowError': {
    makers: [page('/error', 'error/route.tsx', 'getFlowError')],
    tests: [proof('failure-1')],
  },
  'FrontendApi.createFedcmFlow': {
    makers: [at('/login, /registration', [`${account}/enhance/account-chooser.ts`, 'publicPaths.fedcmParameters'])],
    tests: [chooser],
  },
  'FrontendApi.updateFedcmFlow': {
    makers: [at('/login, /registration', [`${account}/enhance/account-chooser.ts`, 'publicPaths.fedcmToken'])],
    tests: [chooser],
  },
  'FrontendApi.deleteTestLoginFlow': { makers: [], reason: trial, tests: [proof('test-login-5')] },
  'IdentityApi.createTestLoginFlow': { makers: [], reason: trial, tests: [proof('test-login-3')] },
  'FrontendApi.getWebAuthnJavaScript': {
    makers: [],
    reason: 'For pages without a script of their own.',
    tests: [proof('service-script-1')],
  },
  'FrontendApi.getWellKnownChangePassword': {
    makers: [],
    reason: 'Password managers ask for it, and are redirected to /settings.',
    tests: [{ ...operations, row: 'getWellKnownChangePassword' }],
  },
  'IdentityApi.getIdentitySchema': {
    makers: [command('import --dry-run', 'transfer/admin-access.ts', '/schemas/${encodeURIComponent(id)}')],
    tests: [proof('import-2')],
  },
  'IdentityApi.listIdentitySchemas': {
    makers: [],
    reason: 'For applications that draw their own fields.',
    tests: [{ ...operations, row: 'listIdentitySchemas' }],
  },
  'MetadataApi.getVersion': {
    makers: [],
    reason: 'For operators’ monitoring.',
    tests: [{ ...operations, row: 'getVersion' }],
  },
}
