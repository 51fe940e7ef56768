import { z } from 'zod'

import { type FlowKind, flowKinds } from '../flow.ts'
import { ownAccountPaths } from '../own-account.ts'
import { publicPaths } from '../urls.ts'
import { listedSchema, session } from './account-shapes.ts'
import { completed, errorEnvelope, flow, flowBody } from './flow-shapes.ts'
import type { IdentityOperation } from './operation.ts'

const text = z.string().optional()
const nothing = { 204: null } as const
const anything = z.unknown()
const counted = z.looseObject({ count: z.int() })
/** A form that was not accepted comes back with its messages. */
const refused = z.union([flow, errorEnvelope])

const begin = z.object({
  return_to: text,
  refresh: text,
  aal: text,
  login_challenge: text,
  organization: text,
  identity_schema: text,
  via: text,
})

type Table = Readonly<Record<string, IdentityOperation>>

/** Returns the four calls of one kind of flow, and the link of a mail. */
function callsOf(kind: FlowKind): Table {
  const name = kind.charAt(0).toUpperCase() + kind.slice(1)
  return {
    [`createBrowser${name}Flow`]: {
      method: 'GET',
      path: at(publicPaths.flowBrowser(kind)),
      summary: `Begins a ${kind} flow in a browser: a redirect to its page, or the flow itself as JSON.`,
      query: begin,
      isForBrowsers: true,
      answers: { 200: flow },
    },
    [`createNative${name}Flow`]: {
      method: 'GET',
      path: at(publicPaths.flowApi(kind)),
      summary: `Begins a ${kind} flow in an application.`,
      query: begin,
      answers: { 200: flow },
    },
    [`get${name}Flow`]: {
      method: 'GET',
      path: at(publicPaths.flowRead(kind)),
      summary: `Reads a ${kind} flow.`,
      query: z.object({ id: text }),
      answers: { 200: flow },
    },
    [`update${name}Flow`]: {
      method: 'POST',
      path: at(publicPaths.flowSubmit(kind)),
      summary: `Submits a ${kind} flow.`,
      query: z.object({ flow: text, token: text }),
      body: flowBody,
      isForm: true,
      isForBrowsers: true,
      answers: { 200: z.union([completed, flow]), 400: refused },
    },
    [`follow${name}Link`]: {
      method: 'GET',
      path: at(publicPaths.flowSubmit(kind)),
      summary: `Goes on with a ${kind} flow by an address, such as the link of a mail.`,
      query: z.object({ flow: text, token: text, code: text }),
      isForBrowsers: true,
      answers: { 200: anything, 400: refused },
    },
  }
}

const account: Table = {
  getAccountFeatures: {
    method: 'GET',
    path: at(ownAccountPaths.features),
    summary: 'Says what people can know and do about their own account here.',
    answers: { 200: anything },
  },
  listOwnActivity: {
    method: 'GET',
    path: at(ownAccountPaths.activity),
    summary: 'Lists what happened to one’s own account.',
    query: z.object({ page_size: text, before: text }),
    answers: { 200: anything },
  },
  getOwnData: {
    method: 'GET',
    path: at(ownAccountPaths.data),
    summary: 'Reads everything that is kept of one’s own account, without secrets.',
    answers: { 200: anything },
  },
  deleteOwnAccount: {
    method: 'DELETE',
    path: at(ownAccountPaths.account),
    summary: 'Deletes one’s own account.',
    body: z.looseObject({ confirm: z.string() }),
    answers: nothing,
  },
  listOwnCredentials: {
    method: 'GET',
    path: at(ownAccountPaths.credentials),
    summary: 'Lists how one’s own account is signed in to, without secrets.',
    answers: { 200: anything },
  },
  renameOwnKey: {
    method: 'PATCH',
    path: at(`${ownAccountPaths.keys}/{id}`),
    summary: 'Names a passkey or a security key of one’s own.',
    body: z.looseObject({ name: z.string() }),
    answers: nothing,
  },
  listRememberedDevices: {
    method: 'GET',
    path: at(ownAccountPaths.rememberedDevices),
    summary: 'Lists the trusted devices of one’s own account.',
    answers: { 200: anything },
  },
  forgetRememberedDevices: {
    method: 'DELETE',
    path: at(ownAccountPaths.rememberedDevices),
    summary: 'Ends the trust in every device.',
    answers: { 200: counted },
  },
  forgetRememberedDevice: {
    method: 'DELETE',
    path: at(`${ownAccountPaths.rememberedDevices}/{id}`),
    summary: 'Ends the trust in one device.',
    answers: nothing,
  },
}

const sessions: Table = {
  toSession: {
    method: 'GET',
    path: at(publicPaths.whoami),
    summary: 'Reads the session of the caller.',
    query: z.object({ tokenize_as: text }),
    answers: { 200: session },
  },
  listMySessions: {
    method: 'GET',
    path: at(publicPaths.sessions),
    summary: 'Lists the other sessions of the caller.',
    query: z.object({ page_size: text, page_token: text, page: text, per_page: text }),
    answers: { 200: z.array(session) },
  },
  disableMyOtherSessions: {
    method: 'DELETE',
    path: at(publicPaths.sessions),
    summary: 'Ends the other sessions of the caller.',
    answers: { 200: counted },
  },
  disableMySession: {
    method: 'DELETE',
    path: '/sessions/{id}',
    summary: 'Ends one other session of the caller.',
    answers: nothing,
  },
  exchangeSessionToken: {
    method: 'GET',
    path: at(publicPaths.tokenExchange),
    summary: 'Exchanges the codes of a native sign-in with a provider for a session.',
    query: z.object({ init_code: text, return_to_code: text }),
    answers: { 200: completed },
  },
}

const rest: Table = {
  deleteTestLoginFlow: {
    method: 'DELETE',
    path: at(publicPaths.testLogin),
    summary: 'Deletes a test login; one that was run, only in the browser that ran it.',
    query: z.object({ id: text }),
    answers: nothing,
  },
  createBrowserLogoutFlow: {
    method: 'GET',
    path: at(publicPaths.logoutBrowser),
    summary: 'Makes the address that signs a browser out.',
    query: z.object({ return_to: text }),
    answers: { 200: z.looseObject({ logout_url: z.string(), logout_token: z.string() }) },
  },
  updateLogoutFlow: {
    method: 'GET',
    path: at(publicPaths.logout),
    summary: 'Signs a browser out.',
    query: z.object({ token: text, return_to: text }),
    isForBrowsers: true,
    answers: nothing,
  },
  performNativeLogout: {
    method: 'DELETE',
    path: at(publicPaths.logoutApi),
    summary: 'Signs an application out.',
    body: z.looseObject({ session_token: z.string() }),
    answers: nothing,
  },
  getFlowError: {
    method: 'GET',
    path: at(publicPaths.errors),
    summary: 'Reads an error that a browser was sent on with.',
    query: z.object({ id: text }),
    answers: { 200: anything },
  },
  createFedcmFlow: {
    method: 'GET',
    path: at(publicPaths.fedcmParameters),
    summary: 'Says which providers take part in FedCM.',
    answers: { 200: anything },
  },
  updateFedcmFlow: {
    method: 'POST',
    path: at(publicPaths.fedcmToken),
    summary: 'Submits a token of FedCM.',
    body: flowBody,
    isForm: true,
    answers: { 200: anything },
  },
  listIdentitySchemas: {
    method: 'GET',
    path: at(publicPaths.schemas),
    summary: 'Lists the identity schemas.',
    query: z.object({ page_size: text, page_token: text, page: text, per_page: text }),
    answers: { 200: z.array(listedSchema) },
  },
  getIdentitySchema: {
    method: 'GET',
    path: '/schemas/{id}',
    summary: 'Reads an identity schema.',
    answers: { 200: anything },
  },
  discoverJsonWebKeys: {
    method: 'GET',
    path: at(publicPaths.tokenKeys),
    summary: 'Publishes the keys that session tokens are checked with.',
    answers: { 200: z.looseObject({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.string() })) }) },
  },
}

/** Both listeners say how the service is. */
export const healthContract: Table = {
  isAlive: { method: 'GET', path: '/health/alive', summary: 'Says that the service runs.', answers: { 200: anything } },
  isReady: {
    method: 'GET',
    path: '/health/ready',
    summary: 'Says whether the service can answer.',
    answers: { 200: anything },
  },
}

/** TABLE: the public API of the identity service, by the names of the field's client if it has them. */
export const identityPublicContract: Table = {
  ...Object.assign({}, ...flowKinds.map(callsOf)),
  ...sessions,
  ...account,
  ...rest,
  ...healthContract,
}

/** Public paths that browsers follow and no program calls: they are in no document. */
export const browserPaths: readonly RegExp[] = [
  /^\/self-service\/methods\/(?:oidc|saml)\//,
  /^\/\.well-known\/(?!jwks)/,
]

function at(path: string): `/${string}` {
  return `/${path.slice(1)}`
}
