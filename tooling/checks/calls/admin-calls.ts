import { at, type ProvingTest, proof, type SaidOfCall } from './call.ts'
import { consolePlaces } from './console-places.ts'
import { command, page } from './places.ts'

const admin = 'packages/identity/src/admin/admin.test.ts'
const compose = 'apps/gateway/src/compose.test.ts'
const forPrograms = 'For programs, through the admin API; an operator has no page that needs it.'

const moved = proof(
  'apps/cli/src/transfer/export.test.ts',
  'one line for each identity, readable by its owner alone, and no hash beside it',
)
const seeded = proof(compose, 'seeding twice changes nothing, and a service with other people is left alone')
const listed = proof(admin, 'sessions are listed, expanded, extended and ended')

/** TABLE: the test of each call of the admin API, and who makes it beside the console. */
const adminCalls = {
  createIdentity: said(
    proof(admin, 'an identity is created with what its schema calls for, and read back by every door'),
    [at('/dev/seed', ['apps/gateway/src/devtools/seed.ts', 'admin.createIdentity'])],
  ),
  listIdentities: said(
    moved,
    [
      command('export', 'transfer/export-identities.ts', 'identityPages'),
      at('/dev/seed', ['apps/gateway/src/devtools/seed.ts', 'admin.listIdentities']),
    ],
    seeded,
  ),
  batchPatchIdentities: said(
    proof('apps/cli/src/transfer/import.test.ts', 'what is wrong is said by line, and stops nothing'),
    [
      command('import', 'transfer/send-entries.ts', 'sendBatch'),
      at('console: import', ['apps/console/app/imports/import-work.server.ts', 'sendBatch']),
    ],
  ),
  getIdentity: said(
    proof(admin, 'an identity is created with what its schema calls for, and read back by every door'),
    [page('/settings/data, before an Ory Kratos', 'your-data/collect-data.server.ts', 'admin.getIdentity')],
  ),
  deleteIdentity: said(proof(admin, 'deleting an identity ends its sessions'), [
    page('/settings/data, before an Ory Kratos', 'your-data/delete-account.server.ts', 'admin.deleteIdentity'),
  ]),
  getIdentityByExternalID: said(operation('getIdentityByExternalID')),
  updateIdentity: said(proof(admin, 'a replacement clears what it leaves out and keeps the password')),
  patchIdentity: said(proof(admin, 'a patch changes parts, and what it must not touch it cannot')),
  deleteIdentityCredentials: said(proof(admin, 'a credential is removed unless it is missing or the last way in')),
  listIdentitySessions: said(listed),
  deleteIdentitySessions: said(operation('deleteIdentitySessions')),
  listSessions: said(listed),
  getSession: said(listed),
  extendSession: said(listed),
  disableSession: said(listed),
  manageSessions: said(
    proof('packages/identity/src/admin/manage-sessions.test.ts', 'administrators end or remove many sessions at once'),
  ),
  createRecoveryCodeForIdentity: said(operation('createRecoveryCodeForIdentity')),
  createRecoveryLinkForIdentity: said(operation('createRecoveryLinkForIdentity')),
} as const satisfies Record<string, SaidOfCall>

const courierCalls = {
  listCourierMessages: said(
    proof(compose, 'a code that was asked for lies in the inbox, by recipient and already extracted'),
    [at('/dev/inbox', ['apps/gateway/src/devtools/devtools.ts', 'admin.listCourierMessages'])],
  ),
  getCourierMessage: said(operation('getCourierMessage')),
} as const satisfies Record<string, SaidOfCall>

/** What is said of the calls of the admin API, by their names in the field's client. */
export const operatorsCalls: Readonly<Record<string, SaidOfCall>> = Object.fromEntries([
  ...Object.entries(adminCalls).map(([name, row]) => [`IdentityApi.${name}`, withConsole(name, row)] as const),
  ...Object.entries(courierCalls).map(([name, row]) => [`CourierApi.${name}`, withConsole(name, row)] as const),
])

function said(test: ProvingTest, places: SaidOfCall['places'] = [], ...more: readonly ProvingTest[]): SaidOfCall {
  return { places, tests: [test, ...more] }
}

function operation(row: string): ProvingTest {
  return { file: 'conformance/operations/operations.test.ts', title: '%s.%s answers %i', row }
}

function withConsole(name: string, row: SaidOfCall): SaidOfCall {
  const places = [...row.places, ...consolePlaces({ adminCall: name })]
  return { ...row, places, ...(places.length === 0 && { reason: forPrograms }) }
}
