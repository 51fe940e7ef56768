import { at, type ProvingTest, proof, type SaidOfCall } from './call.ts'
import { consoleMakers } from './console-makers.ts'
import { command, page } from './makers.ts'

const forPrograms = 'For programs, through the admin API.'

const moved = proof('export-1')
const seeded = proof('compose-5')
const listed = proof('admin-6')

/** TABLE: the test of each call of the admin API, and its callers beside the console. */
const adminCalls = {
  createIdentity: said(proof('admin-1'), [
    at('/dev/seed', ['apps/gateway/src/process/seed.ts', 'admin.createIdentity']),
  ]),
  listIdentities: said(
    moved,
    [
      command('export', 'transfer/export-identities.ts', 'identityPages'),
      at('/dev/seed', ['apps/gateway/src/process/seed.ts', 'admin.listIdentities']),
    ],
    seeded,
  ),
  batchPatchIdentities: said(proof('import-1'), [
    command('import', 'transfer/send-entries.ts', 'sendBatch'),
    at('console: import', ['packages/control-plane/src/jobs/imports/import-work.ts', 'sendBatch']),
  ]),
  getIdentity: said(proof('admin-1'), [
    page('/settings/data, in front of an Ory Kratos', 'your-data/export-route.ts', 'admin.getIdentity'),
  ]),
  deleteIdentity: said(proof('admin-4'), [
    page('/settings/data, in front of an Ory Kratos', 'your-data/route.tsx', 'admin.deleteIdentity'),
  ]),
  getIdentityByExternalID: said(operation('getIdentityByExternalID')),
  updateIdentity: said(proof('admin-2')),
  patchIdentity: said(proof('admin-3')),
  deleteIdentityCredentials: said(proof('admin-5')),
  listIdentitySessions: said(listed),
  deleteIdentitySessions: said(operation('deleteIdentitySessions')),
  listSessions: said(listed),
  getSession: said(listed),
  extendSession: said(listed),
  disableSession: said(listed),
  manageSessions: said(proof('manage-sessions-1')),
  createRecoveryCodeForIdentity: said(operation('createRecoveryCodeForIdentity')),
  createRecoveryLinkForIdentity: said(operation('createRecoveryLinkForIdentity')),
} as const satisfies Record<string, SaidOfCall>

const courierCalls = {
  listCourierMessages: said(proof('compose-1'), [
    at('/dev/inbox', ['apps/gateway/src/devtools/devtools.ts', 'admin.listCourierMessages']),
  ]),
  getCourierMessage: said(operation('getCourierMessage')),
} as const satisfies Record<string, SaidOfCall>

/** The rows of the calls of the admin API, by their names in the field's client. */
export const operatorsCalls: Readonly<Record<string, SaidOfCall>> = Object.fromEntries([
  ...Object.entries(adminCalls).map(([name, row]) => [`IdentityApi.${name}`, withConsole(name, row)] as const),
  ...Object.entries(courierCalls).map(([name, row]) => [`CourierApi.${name}`, withConsole(name, row)] as const),
])

function said(test: ProvingTest, makers: SaidOfCall['makers'] = [], ...more: readonly ProvingTest[]): SaidOfCall {
  return { makers, tests: [test, ...more] }
}

function operation(row: string): ProvingTest {
  return { ...proof('operations-2'), row }
}

function withConsole(name: string, row: SaidOfCall): SaidOfCall {
  const makers = [...row.makers, ...consoleMakers({ adminCall: name })]
  return { ...row, makers, ...(makers.length === 0 && { reason: forPrograms }) }
}
