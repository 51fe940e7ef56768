import { z } from 'zod'

import {
  batchBody,
  batchResult,
  courierMessage,
  createIdentityBody,
  identity,
  jsonPatchBody,
  manageSessionsBody,
  recovery,
  recoveryBody,
  session,
  updateIdentityBody,
} from './account-shapes.ts'
import { flow } from './flow-shapes.ts'
import type { IdentityOperation } from './operation.ts'

const text = z.string().optional()
const list = z.array(z.string()).optional()
const keyset = { page_size: text, page_token: text }
const declassified = z.object({ include_credential: list })

/** TABLE: the admin API of the identity service, by the names of the field's client. */
export const identityAdminContract = {
  listIdentities: {
    method: 'GET',
    path: '/admin/identities',
    summary: 'Lists accounts.',
    query: z.object({
      ...keyset,
      page: text,
      per_page: text,
      ids: list,
      credentials_identifier: text,
      preview_credentials_identifier_similar: text,
      include_credential: list,
      organization_id: text,
      consistency: text,
      state: text.describe('active or inactive; Ory Kratos has no such filter'),
      schema_id: text.describe('Ory Kratos has no such filter'),
      trait_similar: text.describe('a part of any trait; Ory Kratos has no such filter'),
      search: text.describe(
        'words, each a part of a trait, a sign-in name, the id or the external id, without case and accents; X-Total-Count has how many there are. Ory Kratos has no such filter',
      ),
      order: text.describe(
        'newest or oldest, by creation; name_asc, name_desc; last_seen_desc, last_seen_asc. Ory Kratos has no such order',
      ),
      verified: text.describe('true: every address is verified; false: not every one. With search or order only'),
      second_step: text.describe('true or false: whether one is set up. With search or order only'),
      method: text.describe('password, code, oidc, saml, passkey or webauthn: is set up. With search or order only'),
      created_after: text.describe('a date. With search or order only'),
      last_seen_before: text.describe('a date: no session was used since. With search or order only'),
      include_set_up: text.describe(
        'true: each account has set_up, with ways in, second steps and when a session was used last. With search or order only',
      ),
    }),
    answers: { 200: z.array(identity) },
  },
  createIdentity: {
    method: 'POST',
    path: '/admin/identities',
    summary: 'Makes an account.',
    body: createIdentityBody,
    answers: { 201: identity },
  },
  batchPatchIdentities: {
    method: 'PATCH',
    path: '/admin/identities',
    summary: 'Makes up to 1,000 accounts; each entry succeeds or fails on its own.',
    body: batchBody,
    answers: { 200: batchResult },
  },
  getIdentity: {
    method: 'GET',
    path: '/admin/identities/{id}',
    summary: 'Reads an account.',
    query: declassified,
    answers: { 200: identity },
  },
  getIdentityByExternalID: {
    method: 'GET',
    path: '/admin/identities/by/external/{externalID}',
    summary: 'Reads the account of an external id.',
    query: declassified,
    answers: { 200: identity },
  },
  updateIdentity: {
    method: 'PUT',
    path: '/admin/identities/{id}',
    summary: 'Replaces an account; what is left out is cleared.',
    body: updateIdentityBody,
    answers: { 200: identity },
  },
  patchIdentity: {
    method: 'PATCH',
    path: '/admin/identities/{id}',
    summary: 'Changes parts of an account by a JSON Patch (RFC 6902).',
    body: jsonPatchBody,
    answers: { 200: identity },
  },
  deleteIdentity: {
    method: 'DELETE',
    path: '/admin/identities/{id}',
    summary: 'Deletes an account.',
    answers: { 204: null },
  },
  deleteIdentityCredentials: {
    method: 'DELETE',
    path: '/admin/identities/{id}/credentials/{type}',
    summary: 'Removes a credential; `identifier` names the connection where a type has several.',
    query: z.object({ identifier: text }),
    answers: { 204: null },
  },
  listIdentitySessions: {
    method: 'GET',
    path: '/admin/identities/{id}/sessions',
    summary: 'Lists the sessions of an account.',
    query: z.object({ ...keyset, page: text, per_page: text, active: text }),
    answers: { 200: z.array(session) },
  },
  deleteIdentitySessions: {
    method: 'DELETE',
    path: '/admin/identities/{id}/sessions',
    summary: 'Ends all sessions of an account.',
    answers: { 204: null },
  },
  listSessions: {
    method: 'GET',
    path: '/admin/sessions',
    summary: 'Lists sessions.',
    query: z.object({ ...keyset, active: text, expand: list }),
    answers: { 200: z.array(session) },
  },
  manageSessions: {
    method: 'POST',
    path: '/admin/sessions',
    summary: 'Ends or removes the sessions of many accounts.',
    body: manageSessionsBody,
    answers: { 200: z.unknown(), 204: null },
  },
  getSession: {
    method: 'GET',
    path: '/admin/sessions/{id}',
    summary: 'Reads a session.',
    query: z.object({ expand: list }),
    answers: { 200: session },
  },
  disableSession: {
    method: 'DELETE',
    path: '/admin/sessions/{id}',
    summary: 'Ends a session.',
    answers: { 204: null },
  },
  extendSession: {
    method: 'PATCH',
    path: '/admin/sessions/{id}/extend',
    summary: 'Prolongs a session.',
    answers: { 200: session, 204: null },
  },
  restoreSession: {
    method: 'POST',
    path: '/admin/sessions/{id}/restore',
    summary:
      'Makes a session active again, for 60 seconds after the same caller ended it. Ory Kratos has no such operation.',
    answers: { 204: null },
  },
  createRecoveryCodeForIdentity: {
    method: 'POST',
    path: '/admin/recovery/code',
    summary: 'Makes a code that lets a person back into their account.',
    body: recoveryBody,
    answers: { 201: recovery },
  },
  createRecoveryLinkForIdentity: {
    method: 'POST',
    path: '/admin/recovery/link',
    summary: 'Makes a link that lets a person back into their account.',
    query: z.object({ return_to: text }),
    body: recoveryBody,
    answers: { 200: recovery },
  },
  createTestLoginFlow: {
    method: 'POST',
    path: '/admin/test-login-flows',
    summary: 'Begins a sign-in through one provider that signs nobody in and says how it went.',
    body: z.looseObject({ provider_id: z.string() }),
    answers: { 201: flow },
  },
  sendIdentityVerification: {
    method: 'POST',
    path: '/admin/identities/{id}/verification',
    summary: 'Sends a new proof to an address that is not verified. Ory Kratos has no such operation.',
    body: z.strictObject({ address: z.string() }),
    answers: { 204: null },
  },
  resendCourierMessage: {
    method: 'POST',
    path: '/admin/courier/messages/{id}/resend',
    summary:
      'Sends a message that did not get there once more; of a verification a new one. Ory Kratos has no such operation.',
    answers: { 204: null },
  },
  listCourierMessages: {
    method: 'GET',
    path: '/admin/courier/messages',
    summary: 'Lists mails and text messages.',
    query: z.object({ ...keyset, status: text, recipient: text }),
    answers: { 200: z.array(courierMessage) },
  },
  getCourierMessage: {
    method: 'GET',
    path: '/admin/courier/messages/{id}',
    summary: 'Reads a mail or text message.',
    answers: { 200: courierMessage },
  },
} as const satisfies Readonly<Record<string, IdentityOperation>>
