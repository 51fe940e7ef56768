import { Configuration, CourierApi, FrontendApi, IdentityApi, OAuth2Api } from '@ory/client-fetch'
import { expect, test } from 'vitest'
import { createAdminClient } from './admin-client.ts'
import { createIdentityClient } from './client.ts'
import type { Fetch } from './exchange.ts'
import { createOAuth2Client } from './oauth2-client.ts'

/** Tests that every call sends what the field's own client sends for the same values. */

const baseUrl = 'http://service.invalid/base'
const sent: Request[] = []
const fetch: Fetch = async (request) => {
  sent.push(request)
  return new Response(null, { status: 204 })
}
const client = createIdentityClient({ baseUrl: `${baseUrl}/`, fetch })
const admin = createAdminClient({ baseUrl, fetch, token: 'ory_pat_1' })
const oauth2 = createOAuth2Client({ baseUrl, fetch, token: 'ory_pat_1' })

const fetchApi: typeof globalThis.fetch = (input, init) => fetch(new Request(input, init))
const frontend = new FrontendApi(new Configuration({ basePath: baseUrl, fetchApi }))
const withKey = new Configuration({ basePath: baseUrl, fetchApi, accessToken: 'ory_pat_1' })
const identity = new IdentityApi(withKey)
const courier = new CourierApi(withKey)
const field = new OAuth2Api(withKey)

const id = 'a b/ä?&$&'
const cookie = 'csrf=1; session=s'
const sessionToken = 'ory_st_1'
const xSessionToken = sessionToken
const returnTo = 'https://app.example/?a=b&c=d'
const back = { return_to: returnTo }
const code = { method: 'code', email: 'ada@example.org' } as const
const traits = { email: 'ada@example.org' }
const person = { schema_id: 'default', state: 'active', traits } as const
const fedcm = { csrf_token: 'c', token: 't', nonce: 'n' }
const push = { op: 'replace', path: '/state', value: 'inactive' } as const
const consent = {
  grant_scope: ['openid'],
  grant_access_token_audience: [],
  remember: true,
  remember_for: 60,
  session: { id_token: { email: 'a@example.org' }, access_token: {} },
}
const declined = { error: 'access_denied', error_description: 'The person said no.' }

type Row = readonly [ours: () => Promise<unknown>, theirs: () => Promise<unknown>]

// prettier-ignore
const publicCalls: Readonly<Record<string, Row>> = {
  createBrowserLoginFlow: [() => client.createBrowserLoginFlow({ refresh: true, aal: 'aal2', ...back }, { cookie }), () => frontend.createBrowserLoginFlowRaw({ refresh: true, aal: 'aal2', returnTo, cookie })],
  createBrowserRegistrationFlow: [() => client.createBrowserRegistrationFlow(back), () => frontend.createBrowserRegistrationFlowRaw({ returnTo })],
  createBrowserSettingsFlow: [() => client.createBrowserSettingsFlow(back, { cookie }), () => frontend.createBrowserSettingsFlowRaw({ returnTo, cookie })],
  createBrowserRecoveryFlow: [() => client.createBrowserRecoveryFlow(back), () => frontend.createBrowserRecoveryFlowRaw({ returnTo })],
  createBrowserVerificationFlow: [() => client.createBrowserVerificationFlow({}), () => frontend.createBrowserVerificationFlowRaw({})],
  createNativeLoginFlow: [() => client.createNativeLoginFlow({ refresh: false, via: 'email' }, { sessionToken }), () => frontend.createNativeLoginFlowRaw({ refresh: false, via: 'email', xSessionToken })],
  createNativeRegistrationFlow: [() => client.createNativeRegistrationFlow(back), () => frontend.createNativeRegistrationFlowRaw({ returnTo })],
  createNativeSettingsFlow: [() => client.createNativeSettingsFlow({}, { sessionToken }), () => frontend.createNativeSettingsFlowRaw({ xSessionToken })],
  createNativeRecoveryFlow: [() => client.createNativeRecoveryFlow(), () => frontend.createNativeRecoveryFlowRaw()],
  createNativeVerificationFlow: [() => client.createNativeVerificationFlow(back), () => frontend.createNativeVerificationFlowRaw({ returnTo })],
  getLoginFlow: [() => client.getLoginFlow({ id }, { cookie }), () => frontend.getLoginFlowRaw({ id, cookie })],
  getRegistrationFlow: [() => client.getRegistrationFlow({ id }, { cookie }), () => frontend.getRegistrationFlowRaw({ id, cookie })],
  getSettingsFlow: [() => client.getSettingsFlow({ id }, { sessionToken }), () => frontend.getSettingsFlowRaw({ id, xSessionToken })],
  getRecoveryFlow: [() => client.getRecoveryFlow({ id }, { cookie }), () => frontend.getRecoveryFlowRaw({ id, cookie })],
  getVerificationFlow: [() => client.getVerificationFlow({ id }, { cookie }), () => frontend.getVerificationFlowRaw({ id, cookie })],
  updateLoginFlow: [() => client.updateLoginFlow({ flow: id, updateLoginFlowBody: { identifier: 'ada', method: 'password', password: 'pä' } }, { sessionToken, cookie }), () => frontend.updateLoginFlowRaw({ flow: id, updateLoginFlowBody: { method: 'password', identifier: 'ada', password: 'pä' }, xSessionToken, cookie })],
  updateRegistrationFlow: [() => client.updateRegistrationFlow({ flow: id, updateRegistrationFlowBody: { method: 'password', password: 'p', traits } }, { cookie }), () => frontend.updateRegistrationFlowRaw({ flow: id, updateRegistrationFlowBody: { method: 'password', password: 'p', traits }, cookie })],
  updateSettingsFlow: [() => client.updateSettingsFlow({ flow: id, updateSettingsFlowBody: { method: 'profile', traits } }, { sessionToken }), () => frontend.updateSettingsFlowRaw({ flow: id, updateSettingsFlowBody: { method: 'profile', traits }, xSessionToken })],
  updateRecoveryFlow: [() => client.updateRecoveryFlow({ flow: id, updateRecoveryFlowBody: code, query: { token: 't&' } }, { cookie }), () => frontend.updateRecoveryFlowRaw({ flow: id, updateRecoveryFlowBody: code, token: 't&', cookie })],
  updateVerificationFlow: [() => client.updateVerificationFlow({ flow: id, updateVerificationFlowBody: code }, { cookie }), () => frontend.updateVerificationFlowRaw({ flow: id, updateVerificationFlowBody: code, cookie })],
  toSession: [() => client.toSession({ tokenize_as: 'jwt' }, { cookie, sessionToken }), () => frontend.toSessionRaw({ tokenizeAs: 'jwt', cookie, xSessionToken })],
  listMySessions: [() => client.listMySessions({ page_size: 2, page: 1 }, { cookie }), () => frontend.listMySessionsRaw({ page: 1, pageSize: 2, cookie })],
  disableMySession: [() => client.disableMySession({ id }, { cookie }), () => frontend.disableMySessionRaw({ id, cookie })],
  disableMyOtherSessions: [() => client.disableMyOtherSessions({ sessionToken }), () => frontend.disableMyOtherSessionsRaw({ xSessionToken })],
  exchangeSessionToken: [() => client.exchangeSessionToken({ initCode: id, returnToCode: 'r+' }), () => frontend.exchangeSessionTokenRaw({ initCode: id, returnToCode: 'r+' })],
  createBrowserLogoutFlow: [() => client.createBrowserLogoutFlow(back, { cookie }), () => frontend.createBrowserLogoutFlowRaw({ returnTo, cookie })],
  updateLogoutFlow: [() => client.updateLogoutFlow({ token: 't', ...back }, { cookie }), () => frontend.updateLogoutFlowRaw({ token: 't', returnTo, cookie })],
  performNativeLogout: [() => client.performNativeLogout({ performNativeLogoutBody: { session_token: 's' } }), () => frontend.performNativeLogoutRaw({ performNativeLogoutBody: { session_token: 's' } })],
  getFlowError: [() => client.getFlowError({ id }), () => frontend.getFlowErrorRaw({ id })],
  getIdentitySchema: [() => client.getIdentitySchema({ id }), () => frontendSchemas.getIdentitySchemaRaw({ id })],
  listIdentitySchemas: [() => client.listIdentitySchemas({ page_size: 3 }), () => frontendSchemas.listIdentitySchemasRaw({ pageSize: 3 })],
  createFedcmFlow: [() => client.createFedcmFlow(), () => frontend.createFedcmFlowRaw()],
  updateFedcmFlow: [() => client.updateFedcmFlow({ updateFedcmFlowBody: fedcm }), () => frontend.updateFedcmFlowRaw({ updateFedcmFlowBody: fedcm })],
}
const frontendSchemas = new IdentityApi(new Configuration({ basePath: baseUrl, fetchApi }))

// prettier-ignore
const adminCalls: Readonly<Record<string, Row>> = {
  listIdentities: [() => admin.listIdentities({ page_size: 2, ids: ['a', 'b c'] }), () => identity.listIdentitiesRaw({ pageSize: 2, ids: ['a', 'b c'] })],
  createIdentity: [() => admin.createIdentity(person), () => identity.createIdentityRaw({ createIdentityBody: person })],
  getIdentity: [() => admin.getIdentity({ id }, { include_credential: ['oidc', 'totp'] }), () => identity.getIdentityRaw({ id, includeCredential: ['oidc', 'totp'] })],
  updateIdentity: [() => admin.updateIdentity({ id }, person), () => identity.updateIdentityRaw({ id, updateIdentityBody: person })],
  patchIdentity: [() => admin.patchIdentity({ id }, [push]), () => identity.patchIdentityRaw({ id, jsonPatch: [push] })],
  deleteIdentity: [() => admin.deleteIdentity({ id }), () => identity.deleteIdentityRaw({ id })],
  deleteIdentityCredentials: [() => admin.deleteIdentityCredentials({ id, type: 'oidc', identifier: 'google:1' }), () => identity.deleteIdentityCredentialsRaw({ id, type: 'oidc', identifier: 'google:1' })],
  batchPatchIdentities: [() => admin.batchPatchIdentities({ identities: [] }), () => identity.batchPatchIdentitiesRaw({ patchIdentitiesBody: { identities: [] } })],
  createRecoveryCodeForIdentity: [() => admin.createRecoveryCodeForIdentity({ identity_id: 'i' }), () => identity.createRecoveryCodeForIdentityRaw({ createRecoveryCodeForIdentityBody: { identity_id: 'i' } })],
  createRecoveryLinkForIdentity: [() => admin.createRecoveryLinkForIdentity({ identity_id: 'i' }), () => identity.createRecoveryLinkForIdentityRaw({ createRecoveryLinkForIdentityBody: { identity_id: 'i' } })],
  listIdentitySessions: [() => admin.listIdentitySessions({ id }, { active: true }), () => identity.listIdentitySessionsRaw({ id, active: true })],
  deleteIdentitySessions: [() => admin.deleteIdentitySessions({ id }), () => identity.deleteIdentitySessionsRaw({ id })],
  listSessions: [() => admin.listSessions({ expand: ['identity', 'devices'] }), () => identity.listSessionsRaw({ expand: ['identity', 'devices'] })],
  getSession: [() => admin.getSession({ id }, { expand: ['identity'] }), () => identity.getSessionRaw({ id, expand: ['identity'] })],
  extendSession: [() => admin.extendSession({ id }), () => identity.extendSessionRaw({ id })],
  disableSession: [() => admin.disableSession({ id }), () => identity.disableSessionRaw({ id })],
  listCourierMessages: [() => admin.listCourierMessages({ status: 'sent' }), () => courier.listCourierMessagesRaw({ status: 'sent' })],
  getCourierMessage: [() => admin.getCourierMessage({ id }), () => courier.getCourierMessageRaw({ id })],
}

// prettier-ignore
const oauth2Calls: Readonly<Record<string, Row>> = {
  getConsentRequest: [() => oauth2.getConsentRequest(id), () => field.getOAuth2ConsentRequestRaw({ consentChallenge: id })],
  acceptConsentRequest: [() => oauth2.acceptConsentRequest(id, consent), () => field.acceptOAuth2ConsentRequestRaw({ consentChallenge: id, acceptOAuth2ConsentRequest: consent })],
  rejectConsentRequest: [() => oauth2.rejectConsentRequest(id), () => field.rejectOAuth2ConsentRequestRaw({ consentChallenge: id, rejectOAuth2Request: declined })],
  getLogoutRequest: [() => oauth2.getLogoutRequest(id), () => field.getOAuth2LogoutRequestRaw({ logoutChallenge: id })],
  acceptLogoutRequest: [() => oauth2.acceptLogoutRequest(id), () => field.acceptOAuth2LogoutRequestRaw({ logoutChallenge: id })],
  rejectLogoutRequest: [() => oauth2.rejectLogoutRequest(id), () => field.rejectOAuth2LogoutRequestRaw({ logoutChallenge: id })],
  acceptUserCode: [() => oauth2.acceptUserCode(id, 'ABC'), () => field.acceptUserCodeRequestRaw({ deviceChallenge: id, acceptDeviceUserCodeRequest: { user_code: 'ABC' } })],
}

const tables = { client: publicCalls, admin: adminCalls, oauth2: oauth2Calls }
const fieldNames = new Set(
  [FrontendApi, IdentityApi, CourierApi].flatMap((api) => Object.getOwnPropertyNames(api.prototype)),
)

test.each([
  ['client', client, publicCalls],
  ['admin', admin, adminCalls],
] as const)('%s: no call that the field’s client has is left out', (_name, calls, table) => {
  const known = Object.keys(calls).filter((name) => fieldNames.has(name))
  expect(Object.keys(table).toSorted()).toEqual(known.toSorted())
})

async function requestOf(call: () => Promise<unknown>) {
  sent.length = 0
  await call()
  const [request, ...more] = sent
  if (request === undefined || more.length > 0) throw new Error(`${sent.length} requests were sent`)
  const { accept, ...headers } = Object.fromEntries(request.headers)
  const text = await request.text()
  // Properties have no order in JSON, parameters none in a query.
  const { origin, pathname, search } = new URL(request.url)
  const query = search.slice(1).split('&').toSorted()
  return { accept, wire: { method: request.method, origin, pathname, query, headers, body: text && JSON.parse(text) } }
}

test.each(
  Object.entries(tables).flatMap(([api, table]) =>
    Object.entries(table).map(([name, row]) => [api, name, row] as const),
  ),
)('%s.%s sends what the field’s client sends', async (_api, _name, [ours, theirs]) => {
  const { accept, wire } = await requestOf(ours)
  expect(accept).toBe('application/json')
  expect(wire).toEqual((await requestOf(theirs)).wire)
})

// Untyped callers exist: a missing value of a form or a terminal arrives like this.
const nothing = JSON.parse('{}')

// prettier-ignore
const lacking: Readonly<Record<string, Row>> = {
  getLoginFlow: [() => client.getLoginFlow(nothing), () => frontend.getLoginFlowRaw(nothing)],
  getRegistrationFlow: [() => client.getRegistrationFlow(nothing), () => frontend.getRegistrationFlowRaw(nothing)],
  getSettingsFlow: [() => client.getSettingsFlow(nothing), () => frontend.getSettingsFlowRaw(nothing)],
  getRecoveryFlow: [() => client.getRecoveryFlow(nothing), () => frontend.getRecoveryFlowRaw(nothing)],
  getVerificationFlow: [() => client.getVerificationFlow(nothing), () => frontend.getVerificationFlowRaw(nothing)],
  updateLoginFlow: [() => client.updateLoginFlow(nothing), () => frontend.updateLoginFlowRaw(nothing)],
  'updateLoginFlow without a body': [() => client.updateLoginFlow({ flow: id, ...nothing }), () => frontend.updateLoginFlowRaw({ flow: id, ...nothing })],
  'updateRegistrationFlow without a body': [() => client.updateRegistrationFlow({ flow: id, ...nothing }), () => frontend.updateRegistrationFlowRaw({ flow: id, ...nothing })],
  'updateSettingsFlow without a body': [() => client.updateSettingsFlow({ flow: id, ...nothing }), () => frontend.updateSettingsFlowRaw({ flow: id, ...nothing })],
  'updateRecoveryFlow without a body': [() => client.updateRecoveryFlow({ flow: id, ...nothing }), () => frontend.updateRecoveryFlowRaw({ flow: id, ...nothing })],
  'updateVerificationFlow without a body': [() => client.updateVerificationFlow({ flow: id, ...nothing }), () => frontend.updateVerificationFlowRaw({ flow: id, ...nothing })],
  disableMySession: [() => client.disableMySession(nothing), () => frontend.disableMySessionRaw(nothing)],
  exchangeSessionToken: [() => client.exchangeSessionToken(nothing), () => frontend.exchangeSessionTokenRaw(nothing)],
  'exchangeSessionToken without the second code': [() => client.exchangeSessionToken({ initCode: id, ...nothing }), () => frontend.exchangeSessionTokenRaw({ initCode: id, ...nothing })],
  performNativeLogout: [() => client.performNativeLogout(nothing), () => frontend.performNativeLogoutRaw(nothing)],
  getFlowError: [() => client.getFlowError(nothing), () => frontend.getFlowErrorRaw(nothing)],
  getIdentitySchema: [() => client.getIdentitySchema(nothing), () => frontendSchemas.getIdentitySchemaRaw(nothing)],
  updateFedcmFlow: [() => client.updateFedcmFlow(nothing), () => frontend.updateFedcmFlowRaw(nothing)],
  getIdentity: [() => admin.getIdentity(nothing), () => identity.getIdentityRaw(nothing)],
  deleteIdentityCredentials: [() => admin.deleteIdentityCredentials(nothing), () => identity.deleteIdentityCredentialsRaw(nothing)],
  'deleteIdentityCredentials without a type': [() => admin.deleteIdentityCredentials({ id, ...nothing }), () => identity.deleteIdentityCredentialsRaw({ id, ...nothing })],
  getCourierMessage: [() => admin.getCourierMessage(nothing), () => courier.getCourierMessageRaw(nothing)],
}

test.each(Object.entries(lacking))('%s: a missing parameter is refused by its name', async (_, [ours, theirs]) => {
  sent.length = 0
  const refusalOf = async (call: () => Promise<unknown>) => {
    const error: unknown = await call().catch((thrown: unknown) => thrown)
    return error instanceof Error && 'field' in error ? { name: error.name, field: error.field } : error
  }
  expect(await refusalOf(ours)).toEqual(await refusalOf(theirs))
  expect(sent).toHaveLength(0)
})

test.each([
  ['restoreSession', () => admin.restoreSession({ id: 's' })],
  ['sendIdentityVerification', () => admin.sendIdentityVerification({ id: 'i' }, { address: 'ada@example.org' })],
  ['resendCourierMessage', () => admin.resendCourierMessage({ id: 'm' })],
] as const)('%s, which the field’s client lacks, is sent with the key too', async (_, call) => {
  expect((await requestOf(call)).wire.headers['authorization']).toBe('Bearer ory_pat_1')
})
