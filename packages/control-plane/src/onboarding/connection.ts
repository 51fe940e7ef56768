import type { ProbedConnection } from '@gatehouse/contract/operators'

import type { ConfigTree } from '../model/project-host.ts'

/** A connection of an organization, as the project's configuration has it. */
export interface Connection {
  readonly id: string
  readonly kind: string
  readonly issuerUrl: string | undefined
  readonly tenant: string | undefined
  readonly clientId: string
  readonly clientSecret: string | undefined
  /** The whole connection, as it is configured. */
  readonly tree: ConfigTree
}

/** An administrator's settings of their provider. */
export interface WantedConnection {
  readonly issuerUrl: string
  readonly clientId: string
  readonly clientSecret: string
}

/** Returns every connection of an organization, in the order of the configuration. */
export function connectionsOf(config: ConfigTree, organizationId: string): readonly Connection[] {
  return providersOf(config)
    .filter((tree) => tree['organization_id'] === organizationId)
    .map((tree) => ({
      id: textOf(tree['id']) ?? '',
      kind: textOf(tree['provider']) ?? 'generic',
      issuerUrl: textOf(tree['issuer_url']),
      tenant: textOf(tree['microsoft_tenant']),
      clientId: textOf(tree['client_id']) ?? '',
      clientSecret: textOf(tree['client_secret']),
      tree,
    }))
}

/** The connection that an onboarding link is about: the first of OpenID Connect's own kind. */
export function connectionOfLink(config: ConfigTree, organizationId: string): Connection | undefined {
  return connectionsOf(config, organizationId).find(({ kind }) => kind === 'generic')
}

/** The id that the connection of a link has, or will have. */
export function connectionIdOfLink(config: ConfigTree, organizationId: string): string {
  const present = connectionOfLink(config, organizationId)
  if (present !== undefined) return present.id
  const taken = new Set(providersOf(config).map(({ id }) => id))
  const base = `sso-${organizationId.slice(0, 8)}`
  for (let count = 2; taken.has(base); count += 1) if (!taken.has(`${base}-${count}`)) return `${base}-${count}`
  return base
}

/** Returns whether sign-in with providers is enabled, or could be without admitting another provider's people. */
export function mayHaveConnections(config: ConfigTree): boolean {
  return methodOf(config)['enabled'] === true || providersOf(config).length === 0
}

/**
 * Returns the configuration with an administrator's settings. An existing connection keeps the operator's own settings,
 * except for addresses, which belong to the earlier issuer.
 */
export function withConnection(
  config: ConfigTree,
  organization: { readonly id: string; readonly label: string },
  wanted: WantedConnection,
  mapperUrl: unknown,
): ConfigTree {
  const before = connectionOfLink(config, organization.id)
  const fresh = {
    id: connectionIdOfLink(config, organization.id),
    provider: 'generic',
    label: organization.label,
    scope: ['email', 'profile'],
    ...(typeof mapperUrl === 'string' && mapperUrl !== '' && { mapper_url: mapperUrl }),
  }
  const { auth_url: _authorization, token_url: _token, ...kept }: ConfigTree = before?.tree ?? fresh
  const sameIssuer = before?.issuerUrl === wanted.issuerUrl
  const connection = {
    ...(sameIssuer ? before.tree : kept),
    organization_id: organization.id,
    issuer_url: wanted.issuerUrl,
    client_id: wanted.clientId,
    client_secret: wanted.clientSecret,
  }
  const others = providersOf(config)
  const providers =
    before === undefined ? [...others, connection] : others.map((one) => (one === before.tree ? connection : one))
  const selfservice = treeAt(config, 'selfservice')
  const methods = treeAt(selfservice, 'methods')
  const oidc = { ...methodOf(config), enabled: true, config: { ...treeAt(methodOf(config), 'config'), providers } }
  const flows = others.length === 0 ? withSessions(treeAt(selfservice, 'flows')) : selfservice['flows']
  return {
    ...config,
    selfservice: { ...selfservice, ...(flows !== undefined && { flows }), methods: { ...methods, oidc } },
  }
}

/** Signs a new person in at once, unless an operator has configured other hooks. */
function withSessions(flows: ConfigTree): ConfigTree {
  const registration = treeAt(flows, 'registration')
  const after = treeAt(registration, 'after')
  if (after['oidc'] !== undefined) return flows
  const hooks = [{ hook: 'session' }]
  return { ...flows, registration: { ...registration, after: { ...after, oidc: { hooks } } } }
}

/** A connection as it is tried. */
export function probed(connection: Omit<Connection, 'id' | 'tree'>, redirectUri: string): ProbedConnection {
  const { kind, issuerUrl, tenant, clientId, clientSecret } = connection
  return { kind, issuerUrl, tenant, clientId, clientSecret, redirectUri }
}

function providersOf(config: ConfigTree): readonly ConfigTree[] {
  const list = treeAt(methodOf(config), 'config')['providers']
  return Array.isArray(list) ? list.filter(isTree) : []
}

function methodOf(config: ConfigTree): ConfigTree {
  return treeAt(treeAt(treeAt(config, 'selfservice'), 'methods'), 'oidc')
}

function treeAt(tree: ConfigTree, key: string): ConfigTree {
  const value = tree[key]
  return isTree(value) ? value : {}
}

function isTree(value: unknown): value is ConfigTree {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}
