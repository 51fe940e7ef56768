import { randomUUID } from 'node:crypto'

import { Configuration, CourierApi, FrontendApi, IdentityApi, MetadataApi, ResponseError } from '@ory/client-fetch'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { embedded } from '../engines/embedded.ts'
import type { RunningEngine } from '../engines/engine.ts'

/** Tests the answers of every operation of the field's own client against the embedded service, by status. */

let engine: RunningEngine
let frontend: FrontendApi
let identity: IdentityApi
let courier: CourierApi
let metadata: MetadataApi
let accountId = ''
let sessionToken = ''

const email = 'ada@example.org'
const password = 'correct-Horse-battery-5taple'
const unknownId = randomUUID()

beforeAll(async () => {
  engine = await embedded.start('main')
  const over = (basePath: string) =>
    new Configuration({
      basePath,
      headers: { accept: 'application/json' },
      fetchApi: (input, init) => engine.send(new Request(input, { redirect: 'manual', ...init })),
    })
  frontend = new FrontendApi(over(engine.publicUrl))
  const admin = over(engine.adminUrl)
  identity = new IdentityApi(admin)
  courier = new CourierApi(admin)
  metadata = new MetadataApi(admin)
  const credentials = { password: { config: { password } } }
  const createIdentityBody = { schema_id: 'account', traits: { email }, credentials, external_id: 'crm-1' }
  accountId = (await identity.createIdentity({ createIdentityBody })).id
  sessionToken = await signIn()
})
afterAll(() => engine.stop())

async function signIn(): Promise<string> {
  const { id: flow } = await frontend.createNativeLoginFlow()
  const updateLoginFlowBody = { method: 'password', identifier: email, password } as const
  return (await frontend.updateLoginFlow({ flow, updateLoginFlowBody })).session_token ?? ''
}

async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call
    return 200
  } catch (error) {
    if (error instanceof ResponseError) return error.response.status
    throw error
  }
}

type Table = Readonly<Record<string, readonly [expected: number, call: () => Promise<unknown>]>>

const token = () => ({ xSessionToken: sessionToken })
const flowOf = async (created: Promise<{ readonly id: string }>) => (await created).id

// prettier-ignore
const tables = {
  FrontendApi: {
    createBrowserLoginFlow: [200, () => frontend.createBrowserLoginFlow()],
    createBrowserLogoutFlow: [401, () => frontend.createBrowserLogoutFlow()],
    createBrowserRecoveryFlow: [200, () => frontend.createBrowserRecoveryFlow()],
    createBrowserRegistrationFlow: [200, () => frontend.createBrowserRegistrationFlow()],
    createBrowserSettingsFlow: [401, () => frontend.createBrowserSettingsFlow()],
    createBrowserVerificationFlow: [200, () => frontend.createBrowserVerificationFlow()],
    createNativeLoginFlow: [200, () => frontend.createNativeLoginFlow()],
    createNativeRecoveryFlow: [200, () => frontend.createNativeRecoveryFlow()],
    createNativeRegistrationFlow: [200, () => frontend.createNativeRegistrationFlow()],
    createNativeSettingsFlow: [200, () => frontend.createNativeSettingsFlow(token())],
    createNativeVerificationFlow: [200, () => frontend.createNativeVerificationFlow()],
    deleteTestLoginFlow: [404, () => frontend.deleteTestLoginFlow({ id: unknownId })],
    disableMyOtherSessions: [200, () => frontend.disableMyOtherSessions(token())],
    disableMySession: [200, () => frontend.disableMySession({ id: unknownId, ...token() })],
    exchangeSessionToken: [404, () => frontend.exchangeSessionToken({ initCode: 'a', returnToCode: 'b' })],
    getFlowError: [200, () => frontend.getFlowError({ id: 'stub:500' })],
    getLoginFlow: [200, async () => frontend.getLoginFlow({ id: await flowOf(frontend.createNativeLoginFlow()) })],
    getRecoveryFlow: [200, async () => frontend.getRecoveryFlow({ id: await flowOf(frontend.createNativeRecoveryFlow()) })],
    getRegistrationFlow: [200, async () => frontend.getRegistrationFlow({ id: await flowOf(frontend.createNativeRegistrationFlow()) })],
    getSettingsFlow: [200, async () => frontend.getSettingsFlow({ id: await flowOf(frontend.createNativeSettingsFlow(token())), ...token() })],
    getVerificationFlow: [200, async () => frontend.getVerificationFlow({ id: await flowOf(frontend.createNativeVerificationFlow()) })],
    getWebAuthnJavaScript: [200, () => frontend.getWebAuthnJavaScript()],
    getWellKnownChangePassword: [303, () => frontend.getWellKnownChangePassword()],
    listMySessions: [200, () => frontend.listMySessions(token())],
    performNativeLogout: [200, async () => frontend.performNativeLogout({ performNativeLogoutBody: { session_token: await signIn() } })],
    toSession: [200, () => frontend.toSession(token())],
    updateLoginFlow: [200, () => signIn()],
    updateLogoutFlow: [400, () => frontend.updateLogoutFlow({})],
    updateRecoveryFlow: [200, async () => frontend.updateRecoveryFlow({ flow: await flowOf(frontend.createNativeRecoveryFlow()), updateRecoveryFlowBody: { method: 'code', email } })],
    updateRegistrationFlow: [200, async () => frontend.updateRegistrationFlow({ flow: await flowOf(frontend.createNativeRegistrationFlow()), updateRegistrationFlowBody: { method: 'password', password, traits: { email: 'new@example.org' } } })],
    updateSettingsFlow: [200, async () => frontend.updateSettingsFlow({ flow: await flowOf(frontend.createNativeSettingsFlow(token())), updateSettingsFlowBody: { method: 'profile', traits: { email, name: { first: 'Ada' } } }, ...token() })],
    updateVerificationFlow: [200, async () => frontend.updateVerificationFlow({ flow: await flowOf(frontend.createNativeVerificationFlow()), updateVerificationFlowBody: { method: 'code', email } })],
  },
  IdentityApi: {
    batchPatchIdentities: [200, () => identity.batchPatchIdentities({ patchIdentitiesBody: { identities: [{ create: { schema_id: 'account', traits: { email: 'batch@example.org' } } }] } })],
    createIdentity: [200, () => identity.createIdentity({ createIdentityBody: { schema_id: 'account', traits: { email: 'second@example.org' } } })],
    createRecoveryCodeForIdentity: [200, () => identity.createRecoveryCodeForIdentity({ createRecoveryCodeForIdentityBody: { identity_id: accountId } })],
    createRecoveryLinkForIdentity: [404, () => identity.createRecoveryLinkForIdentity({ createRecoveryLinkForIdentityBody: { identity_id: accountId } })],
    createTestLoginFlow: [404, () => identity.createTestLoginFlow({ createTestLoginFlowBody: { provider_id: 'unknown' } })],
    deleteIdentity: [404, () => identity.deleteIdentity({ id: unknownId })],
    deleteIdentityCredentials: [404, () => identity.deleteIdentityCredentials({ id: accountId, type: 'totp' })],
    deleteIdentitySessions: [404, () => identity.deleteIdentitySessions({ id: unknownId })],
    disableSession: [404, () => identity.disableSession({ id: unknownId })],
    extendSession: [404, () => identity.extendSession({ id: unknownId })],
    getIdentity: [200, () => identity.getIdentity({ id: accountId, includeCredential: ['password'] })],
    getIdentityByExternalID: [200, () => identity.getIdentityByExternalID({ externalID: 'crm-1' })],
    getIdentitySchema: [200, () => identityOnPublic().getIdentitySchema({ id: 'account' })],
    getSession: [404, () => identity.getSession({ id: unknownId })],
    listIdentities: [200, () => identity.listIdentities({ pageSize: 10 })],
    listIdentitySchemas: [200, () => identityOnPublic().listIdentitySchemas()],
    listIdentitySessions: [200, () => identity.listIdentitySessions({ id: accountId })],
    listSessions: [200, () => identity.listSessions({ expand: ['identity', 'devices'] })],
    manageSessions: [200, () => identity.manageSessions({ manageSessionsBody: { action: 'disable', identities: [unknownId] } })],
    patchIdentity: [200, () => identity.patchIdentity({ id: accountId, jsonPatch: [{ op: 'add', path: '/metadata_public', value: { plan: 'pro' } }] })],
    updateIdentity: [200, () => identity.updateIdentity({ id: accountId, updateIdentityBody: { schema_id: 'account', state: 'active', traits: { email }, external_id: 'crm-1' } })],
  },
  CourierApi: {
    getCourierMessage: [404, () => courier.getCourierMessage({ id: unknownId })],
    listCourierMessages: [200, () => courier.listCourierMessages({ pageSize: 10 })],
  },
  MetadataApi: {
    getVersion: [200, () => metadata.getVersion()],
  },
} satisfies Readonly<Record<string, Table>>

/** Operations of hosted products that no self-hosted service has. */
const notOffered: Readonly<Record<string, string>> = {
  createFedcmFlow: 'federated credential management is part of the hosted product',
  updateFedcmFlow: 'federated credential management is part of the hosted product',
}

function identityOnPublic(): IdentityApi {
  const fetchApi: typeof fetch = (input, init) => engine.send(new Request(input, init))
  return new IdentityApi(new Configuration({ basePath: engine.publicUrl, fetchApi }))
}

test.each(Object.entries({ FrontendApi, IdentityApi, CourierApi, MetadataApi }))(
  '%s: no operation is left out @operations-1',
  (name, api) => {
    const operations = Object.getOwnPropertyNames(api.prototype).filter(
      (operation) => operation !== 'constructor' && !/(Raw|RequestOpts)$/.test(operation),
    )
    const covered = Object.keys(tables[name as keyof typeof tables])
    expect(operations.filter((operation) => !(operation in notOffered)).toSorted()).toEqual(covered.toSorted())
  },
)

test.each(
  Object.entries(tables).flatMap(([api, table]) =>
    Object.entries(table as Table).map(([operation, [status, call]]) => [api, operation, status, call] as const),
  ),
)('%s.%s answers %i @operations-2', async (_api, _operation, status, call) => {
  expect(await statusOf(call())).toBe(status)
})
