import { CourierApi, IdentityApi } from '@ory/client-fetch'
import type { CourierMessage, Identity, Session } from '@gatehouse/contract/identities'
import type { Answer } from './answer.ts'
import type { Query } from './credentials.ts'
import { createExchange, type Exchange, type Fetch } from './exchange.ts'
import { own } from './own-call.ts'
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

// The SDK checks ids; bodies and queries are sent as they were given, because its models drop unknown properties.
function identityOperations(exchange: Exchange) {
  return {
    listIdentities: (query) =>
      exchange((c, init) => new IdentityApi(c).listIdentitiesRaw({}, init), { success: listOf(isIdentity) }, { query }),
    createIdentity: (body) =>
      exchange((c, init) => new IdentityApi(c).createIdentityRaw({}, init), { success: isIdentity }, { body }),
    getIdentity: ({ id }, query) =>
      exchange((c, init) => new IdentityApi(c).getIdentityRaw({ id }, init), { success: isIdentity }, { query }),
    updateIdentity: ({ id }, body) =>
      exchange((c, init) => new IdentityApi(c).updateIdentityRaw({ id }, init), { success: isIdentity }, { body }),
    patchIdentity: ({ id }, patch) =>
      exchange(
        (c, init) => new IdentityApi(c).patchIdentityRaw({ id, jsonPatch: [] }, init),
        { success: isIdentity },
        { body: patch },
      ),
    deleteIdentity: ({ id }) =>
      exchange((c, init) => new IdentityApi(c).deleteIdentityRaw({ id }, init), { success: isNothing }),
    deleteIdentityCredentials: ({ id, type, identifier }) =>
      exchange(
        (c, init) => new IdentityApi(c).deleteIdentityCredentialsRaw({ id, type: toCredentialType(type) }, init),
        { success: isNothing },
        { query: { identifier } },
      ),
    batchPatchIdentities: (body) =>
      exchange((c, init) => new IdentityApi(c).batchPatchIdentitiesRaw({}, init), { success: isBatch }, { body }),
    createRecoveryCodeForIdentity: (body) =>
      exchange(
        (c, init) => new IdentityApi(c).createRecoveryCodeForIdentityRaw({}, init),
        { success: isRecoveryCode },
        { body },
      ),
    createRecoveryLinkForIdentity: (body) =>
      exchange(
        (c, init) => new IdentityApi(c).createRecoveryLinkForIdentityRaw({}, init),
        { success: isRecoveryLink },
        { body },
      ),
  } satisfies Partial<AdminClient>
}

function sessionAdministration(exchange: Exchange) {
  return {
    listIdentitySessions: ({ id }, query) =>
      exchange(
        (c, init) => new IdentityApi(c).listIdentitySessionsRaw({ id }, init),
        { success: listOf(isSession) },
        { query },
      ),
    deleteIdentitySessions: ({ id }) =>
      exchange((c, init) => new IdentityApi(c).deleteIdentitySessionsRaw({ id }, init), { success: isNothing }),
    listSessions: (query) =>
      exchange((c, init) => new IdentityApi(c).listSessionsRaw({}, init), { success: listOf(isSession) }, { query }),
    getSession: ({ id }, query) =>
      exchange((c, init) => new IdentityApi(c).getSessionRaw({ id }, init), { success: isSession }, { query }),
    extendSession: ({ id }) =>
      exchange((c, init) => new IdentityApi(c).extendSessionRaw({ id }, init), { success: isMaybeSession }),
    disableSession: ({ id }) =>
      exchange((c, init) => new IdentityApi(c).disableSessionRaw({ id }, init), { success: isNothing }),
    restoreSession: ({ id }) =>
      exchange(own('POST', `/admin/sessions/${encodeURIComponent(id)}/restore`), { success: isNothing }),
  } satisfies Partial<AdminClient>
}

function courierOperations(exchange: Exchange) {
  return {
    sendIdentityVerification: ({ id }, body) =>
      exchange(own('POST', `/admin/identities/${encodeURIComponent(id)}/verification`, body), { success: isNothing }),
    resendCourierMessage: ({ id }) =>
      exchange(own('POST', `/admin/courier/messages/${encodeURIComponent(id)}/resend`), { success: isNothing }),
    listCourierMessages: (query) =>
      exchange(
        (c, init) => new CourierApi(c).listCourierMessagesRaw({}, init),
        { success: listOf(isMessage) },
        { query },
      ),
    getCourierMessage: ({ id }) =>
      exchange((c, init) => new CourierApi(c).getCourierMessageRaw({ id }, init), { success: isMessage }),
  } satisfies Partial<AdminClient>
}

type CredentialType = Parameters<IdentityApi['deleteIdentityCredentialsRaw']>[0]['type']

/** Services may know credential types that the SDK's list does not. */
function toCredentialType(type: string): CredentialType {
  return type as CredentialType
}
