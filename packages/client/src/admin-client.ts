import type { CourierMessage, Identity, Session } from '@gatehouse/contract/identities'
import type { Answer } from './answer.ts'
import type { Query } from './credentials.ts'
import { createExchange, type Exchange, type Fetch } from './exchange.ts'
import { isIdentity, isNothing, isObject, isSession, listOf, type Shape } from './shape.ts'

/** The address of the admin API. `token` is the API key of a hosted project; a self-hosted service takes none. */
export interface AdminClientOptions {
  readonly baseUrl: string
  readonly token?: string | undefined
  readonly fetch?: Fetch | undefined
  /** Milliseconds until a call is aborted; 0 waits for ever. */
  readonly timeoutMs?: number | undefined
}

type Json = Readonly<Record<string, unknown>>
type ById = { readonly id: string }

/** A code an operator hands to a person who lost access. */
export interface RecoveryCode {
  readonly recovery_link: string
  readonly recovery_code: string
  readonly expires_at?: string
}

/** A link an operator hands to a person who lost access. */
export interface RecoveryLink {
  readonly recovery_link: string
  readonly expires_at?: string
}

/** One change of an identity, as RFC 6902 writes it. */
export interface JsonPatchOperation {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/** The outcome of one entry of a batch. */
export interface BatchOutcome {
  readonly action: 'create' | 'error'
  readonly patch_id?: string
  readonly identity?: string
  readonly error?: unknown
}

/** Operators' calls. Lists page by the `Link` header of the answer's `headers`; query parameters keep their wire names. */
export interface AdminClient {
  listIdentities(query?: Query): Promise<Answer<readonly Identity[]>>
  createIdentity(body: Json): Promise<Answer<Identity>>
  getIdentity(request: ById, query?: Query): Promise<Answer<Identity>>
  /** Replaces an identity; a property that the body omits is cleared. */
  updateIdentity(request: ById, body: Json): Promise<Answer<Identity>>
  patchIdentity(request: ById, patch: readonly JsonPatchOperation[]): Promise<Answer<Identity>>
  deleteIdentity(request: ById): Promise<Answer<undefined>>
  /** Removes a credential; `identifier` names the connection if a type has several. */
  deleteIdentityCredentials(
    request: ById & { readonly type: string; readonly identifier?: string | undefined },
  ): Promise<Answer<undefined>>
  /** Creates up to 1,000 identities; each entry succeeds or fails on its own. */
  batchPatchIdentities(body: Json): Promise<Answer<{ readonly identities: readonly BatchOutcome[] }>>
  listIdentitySessions(request: ById, query?: Query): Promise<Answer<readonly Session[]>>
  /** Ends all sessions of an identity. */
  deleteIdentitySessions(request: ById): Promise<Answer<undefined>>
  listSessions(query?: Query): Promise<Answer<readonly Session[]>>
  getSession(request: ById, query?: Query): Promise<Answer<Session>>
  /** Prolongs a session; some services answer without a body. */
  extendSession(request: ById): Promise<Answer<Session | undefined>>
  disableSession(request: ById): Promise<Answer<undefined>>
  /** Makes a session active again that the same caller ended a moment ago. An Ory Kratos says 404. */
  restoreSession(request: ById): Promise<Answer<undefined>>
  createRecoveryCodeForIdentity(body: Json): Promise<Answer<RecoveryCode>>
  /** A link that signs its reader in to the account. */
  createRecoveryLinkForIdentity(body: Json): Promise<Answer<RecoveryLink>>
  /** Sends a new proof to an address that is not verified. An Ory Kratos says 404. */
  sendIdentityVerification(request: ById, body: { readonly address: string }): Promise<Answer<undefined>>
  /** Sends an undelivered message again. An Ory Kratos answers 404. */
  resendCourierMessage(request: ById): Promise<Answer<undefined>>
  listCourierMessages(query?: Query): Promise<Answer<readonly CourierMessage[]>>
  getCourierMessage(request: ById): Promise<Answer<CourierMessage>>
}

const isMaybeSession: Shape<Session | undefined> = (value) => isNothing(value) || isSession(value)

const isMessage: Shape<CourierMessage> = (value): value is CourierMessage =>
  isObject(value) && typeof value['id'] === 'string' && typeof value['recipient'] === 'string'

const isRecoveryCode: Shape<RecoveryCode> = (value): value is RecoveryCode =>
  isObject(value) && typeof value['recovery_code'] === 'string' && typeof value['recovery_link'] === 'string'

const isRecoveryLink: Shape<RecoveryLink> = (value): value is RecoveryLink =>
  isObject(value) && typeof value['recovery_link'] === 'string'

const isBatch: Shape<{ readonly identities: readonly BatchOutcome[] }> = (
  value,
): value is { readonly identities: readonly BatchOutcome[] } => isObject(value) && Array.isArray(value['identities'])

/** The operators' client. Rejects with IdentityServiceUnreachable if nothing answers. */
export function createAdminClient(options: AdminClientOptions): AdminClient {
  const exchange = createExchange({ ...options, bearer: options.token })
  return { ...identityOperations(exchange), ...sessionAdministration(exchange), ...courierOperations(exchange) }
}

function identityOperations(exchange: Exchange) {
  const all = '/admin/identities'
  const one = `${all}/{id}`
  return {
    listIdentities: (query) => exchange('GET', all, { success: listOf(isIdentity) }, { query }),
    createIdentity: (body) => exchange('POST', all, { success: isIdentity }, { body }),
    batchPatchIdentities: (body) => exchange('PATCH', all, { success: isBatch }, { body }),
    getIdentity: (params, query) => exchange('GET', one, { success: isIdentity }, { params, query }),
    updateIdentity: (params, body) => exchange('PUT', one, { success: isIdentity }, { params, body }),
    patchIdentity: (params, body) => exchange('PATCH', one, { success: isIdentity }, { params, body }),
    deleteIdentity: (params) => exchange('DELETE', one, { success: isNothing }, { params }),
    deleteIdentityCredentials: ({ id, type, identifier }) =>
      exchange(
        'DELETE',
        `${one}/credentials/{type}`,
        { success: isNothing },
        { params: { id, type }, query: { identifier } },
      ),
    sendIdentityVerification: (params, body) =>
      exchange('POST', `${one}/verification`, { success: isNothing }, { params, body }),
    createRecoveryCodeForIdentity: (body) =>
      exchange('POST', '/admin/recovery/code', { success: isRecoveryCode }, { body }),
    createRecoveryLinkForIdentity: (body) =>
      exchange('POST', '/admin/recovery/link', { success: isRecoveryLink }, { body }),
  } satisfies Partial<AdminClient>
}

function sessionAdministration(exchange: Exchange) {
  const all = '/admin/sessions'
  const one = `${all}/{id}`
  const ofIdentity = '/admin/identities/{id}/sessions'
  return {
    listIdentitySessions: (params, query) =>
      exchange('GET', ofIdentity, { success: listOf(isSession) }, { params, query }),
    deleteIdentitySessions: (params) => exchange('DELETE', ofIdentity, { success: isNothing }, { params }),
    listSessions: (query) => exchange('GET', all, { success: listOf(isSession) }, { query }),
    getSession: (params, query) => exchange('GET', one, { success: isSession }, { params, query }),
    extendSession: (params) => exchange('PATCH', `${one}/extend`, { success: isMaybeSession }, { params }),
    disableSession: (params) => exchange('DELETE', one, { success: isNothing }, { params }),
    restoreSession: (params) => exchange('POST', `${one}/restore`, { success: isNothing }, { params }),
  } satisfies Partial<AdminClient>
}

function courierOperations(exchange: Exchange) {
  const all = '/admin/courier/messages'
  return {
    listCourierMessages: (query) => exchange('GET', all, { success: listOf(isMessage) }, { query }),
    getCourierMessage: (params) => exchange('GET', `${all}/{id}`, { success: isMessage }, { params }),
    resendCourierMessage: (params) => exchange('POST', `${all}/{id}/resend`, { success: isNothing }, { params }),
  } satisfies Partial<AdminClient>
}
