import type { FlowKind } from './flow.ts'

/** Every public path of the identity API, in one table. `{…}` marks a path parameter. */
export const publicPaths = {
  flowBrowser: (kind: FlowKind) => `/self-service/${kind}/browser`,
  flowApi: (kind: FlowKind) => `/self-service/${kind}/api`,
  flowRead: (kind: FlowKind) => `/self-service/${kind}/flows`,
  flowSubmit: (kind: FlowKind) => `/self-service/${kind}`,
  logoutBrowser: '/self-service/logout/browser',
  logout: '/self-service/logout',
  logoutApi: '/self-service/logout/api',
  errors: '/self-service/errors',
  /** A dry run of a sign-in through a provider. */
  testLogin: '/self-service/login/test',
  providerReturn: '/self-service/methods/oidc/callback',
  /** Providers in front of a SAML identity provider. */
  samlReturn: '/self-service/methods/saml/callback',
  /** Providers of an organization. */
  organizationReturn: '/self-service/methods/oidc/organization',
  tokenExchange: '/sessions/token-exchange',
  fedcmParameters: '/self-service/fed-cm/parameters',
  fedcmToken: '/self-service/fed-cm/token',
  whoami: '/sessions/whoami',
  sessions: '/sessions',
  session: '/sessions/:id',
  schemas: '/schemas',
  schema: '/schemas/:id',
  tokenKeys: '/.well-known/jwks.json',
  alive: '/health/alive',
  ready: '/health/ready',
} as const

/**
 * Path prefixes that belong to the identity service on a shared origin; everything else belongs to the pages.
 * Source: the wire contract's public endpoints.
 */
export const identityPathPrefixes: readonly string[] = [
  '/self-service/',
  '/sessions/',
  '/schemas/',
  '/.well-known/ory/',
]

/** Exact paths of the identity service that are no prefix of others. `/sessions` is also a page: GET as HTML is the page. */
export const identityPaths: readonly string[] = ['/schemas', '/.well-known/change-password', publicPaths.tokenKeys]
