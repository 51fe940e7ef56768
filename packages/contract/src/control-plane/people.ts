import { z } from 'zod'

import { listedSchema } from '../identity-api/account-shapes.ts'
import { identityAdminContract } from '../identity-api/admin.ts'
import { envelope } from './events.ts'
import type { OperationContract } from './operation.ts'

const project = '/projects/{project}'
const at = { scope: 'project', origin: 'field', forwarded: true } as const
const admin = identityAdminContract

/**
 * TABLE: the admin API of a project's identity service, behind the permissions and the audit log from here. Queries and
 * bodies are passed on as they are: the project's identity service reads them.
 */
export const adminContract = {
  listIdentities: { ...admin.listIdentities, ...at, path: `${project}/admin/identities` },
  createIdentity: { ...admin.createIdentity, ...at, path: `${project}/admin/identities` },
  batchPatchIdentities: { ...admin.batchPatchIdentities, ...at, path: `${project}/admin/identities` },
  getIdentity: { ...admin.getIdentity, ...at, path: `${project}/admin/identities/{id}` },
  getIdentityByExternalID: {
    ...admin.getIdentityByExternalID,
    ...at,
    path: `${project}/admin/identities/by/external/{id}`,
  },
  updateIdentity: { ...admin.updateIdentity, ...at, path: `${project}/admin/identities/{id}` },
  patchIdentity: { ...admin.patchIdentity, ...at, path: `${project}/admin/identities/{id}` },
  deleteIdentity: { ...admin.deleteIdentity, ...at, path: `${project}/admin/identities/{id}` },
  deleteIdentityCredentials: {
    ...admin.deleteIdentityCredentials,
    ...at,
    path: `${project}/admin/identities/{id}/credentials/{type}`,
  },
  listIdentitySessions: { ...admin.listIdentitySessions, ...at, path: `${project}/admin/identities/{id}/sessions` },
  deleteIdentitySessions: { ...admin.deleteIdentitySessions, ...at, path: `${project}/admin/identities/{id}/sessions` },
  listSessions: { ...admin.listSessions, ...at, path: `${project}/admin/sessions` },
  manageSessions: { ...admin.manageSessions, ...at, origin: 'ours', path: `${project}/admin/sessions` },
  getSession: { ...admin.getSession, ...at, path: `${project}/admin/sessions/{id}` },
  disableSession: { ...admin.disableSession, ...at, path: `${project}/admin/sessions/{id}` },
  extendSession: { ...admin.extendSession, ...at, path: `${project}/admin/sessions/{id}/extend` },
  restoreSession: { ...admin.restoreSession, ...at, origin: 'ours', path: `${project}/admin/sessions/{id}/restore` },
  createRecoveryCodeForIdentity: {
    ...admin.createRecoveryCodeForIdentity,
    ...at,
    path: `${project}/admin/recovery/code`,
  },
  createRecoveryLinkForIdentity: {
    ...admin.createRecoveryLinkForIdentity,
    ...at,
    path: `${project}/admin/recovery/link`,
  },
  createTestLoginFlow: { ...admin.createTestLoginFlow, ...at, path: `${project}/admin/test-login-flows` },
  sendIdentityVerification: {
    ...admin.sendIdentityVerification,
    ...at,
    origin: 'ours',
    path: `${project}/admin/identities/{id}/verification`,
  },
  resendCourierMessage: {
    ...admin.resendCourierMessage,
    ...at,
    origin: 'ours',
    path: `${project}/admin/courier/messages/{id}/resend`,
  },
  listCourierMessages: {
    ...admin.listCourierMessages,
    query: admin.listCourierMessages.query.extend({ redacted: z.string().optional() }),
    ...at,
    path: `${project}/admin/courier/messages`,
  },
  getCourierMessage: { ...admin.getCourierMessage, ...at, path: `${project}/admin/courier/messages/{id}` },
} as const satisfies Readonly<Record<string, OperationContract>>

/** The service behind a project: our own service in this process, or another one across a network. */
const engine = z.object({ kind: z.enum(['embedded', 'remote']), version: z.string() }).meta({ id: 'IdentityEngine' })

/** How a person gets in, without any secret. */
const access = z
  .object({ credentials: z.array(z.string()), recovery: z.array(z.enum(['code', 'link'])) })
  .meta({ id: 'IdentityAccess' })

const object = z.record(z.string(), z.unknown())

/** Everything that is shown of an account at once. */
export const identityDetails = z
  .object({
    identity: object,
    /** The one of the account; null: it is not there any more. */
    schema: listedSchema.nullable(),
    access,
    engine,
    /** The name of its organization; empty: none. */
    organization_label: z.string(),
    /** The newest fifty, newest first; after them the active ones that are older, at most fifty. */
    sessions: z.array(object),
    /** The newest twenty; null: the role does not include them, or the service keeps none. */
    events: z.array(envelope).nullable(),
  })
  .meta({ id: 'IdentityDetails' })

/** Reads of a project's identity service that its admin API does not have: operations of our own. */
export const peopleContract = {
  listIdentitySchemas: {
    method: 'GET',
    path: `${project}/schemas`,
    scope: 'project',
    origin: 'ours',
    summary: 'Lists the identity schemas of a project.',
    query: z.object({ page_size: z.string().optional(), page_token: z.string().optional() }),
    forwarded: true,
    answers: { 200: z.array(listedSchema) },
  },
  getIdentitySchema: {
    method: 'GET',
    path: `${project}/schemas/{schema_id}`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads an identity schema.',
    answers: { 200: z.record(z.string(), z.unknown()) },
  },
  announceIdentityExport: {
    method: 'POST',
    path: `${project}/exports`,
    scope: 'project',
    origin: 'ours',
    summary: 'Writes down that all people are about to be exported, before they are read page by page.',
    body: z.strictObject({ credentials: z.boolean(), filter: z.string().max(300).optional() }),
    answers: { 204: null },
  },
  getIdentityAccess: {
    method: 'GET',
    path: `${project}/identities/{id}/access`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads how a person gets in, without any secret.',
    answers: { 200: access },
  },
  getIdentityDetails: {
    method: 'GET',
    path: `${project}/identities/{id}/details`,
    scope: 'project',
    origin: 'ours',
    summary: 'Reads an account with its schema, its ways in, its sessions and its newest events, without any secret.',
    answers: { 200: identityDetails },
  },
  getIdentityEngine: {
    method: 'GET',
    path: `${project}/engine`,
    scope: 'project',
    origin: 'ours',
    summary: 'Says which identity service answers for a project.',
    answers: { 200: engine },
  },
} as const satisfies Readonly<Record<string, OperationContract>>
