import { withoutTrailing } from '@gatehouse/contract/http'
import { type ConfigTree, valueAt, withValue } from '../configuration/config-tree.ts'
import { providersIn, type ProviderLine } from '../configuration/providers.ts'

/** Returns the connections of one organization, without their secrets. */
export function connectionsOf(config: ConfigTree, organizationId: string): readonly ProviderLine[] {
  return providersIn(config).filter((provider) => provider.organizationId === organizationId)
}

/** Returns an id for a new connection that no provider of the project has. */
export function newConnectionId(config: ConfigTree, organizationId: string): string {
  const taken = new Set(providersIn(config).map(({ id }) => id))
  const base = `sso-${organizationId.slice(0, 8)}`
  for (let count = 2; ; count += 1) {
    const id = taken.has(base) ? `${base}-${count}` : base
    if (!taken.has(id)) return id
  }
}

/** Returns the callback address of a connection's provider. Source: the field's address of organizations' callbacks. */
export function redirectUri(config: ConfigTree, origin: string, organizationId: string, connectionId: string): string {
  const given = valueAt(config, 'selfservice.methods.oidc.config.base_redirect_uri')
  const base = typeof given === 'string' ? withoutTrailing(given, '/') : origin
  return `${base}/self-service/methods/oidc/organization/${organizationId}/callback/${connectionId}`
}

/** Begins a sign-in of an organization's people, wherever the project has its pages. */
export function signInAddress(origin: string, organizationId: string): string {
  return `${origin}/self-service/login/browser?organization=${organizationId}`
}

const switchPath = 'selfservice.methods.oidc.enabled'

/** Whether connections count at all. */
export function isSwitchedOn(config: ConfigTree): boolean {
  return valueAt(config, switchPath) === true
}

const afterPath = 'selfservice.flows.registration.after.oidc'

/**
 * Returns the configuration with sign-in at providers enabled: a new person is signed in at once, unless the
 * configuration sets another hook.
 */
export function switchedOn(config: ConfigTree): ConfigTree {
  const on = withValue(config, switchPath, true)
  return valueAt(on, afterPath) === undefined ? withValue(on, afterPath, { hooks: [{ hook: 'session' }] }) : on
}

/** Whether the sign-in page asks for the address first, and so redirects people to their organization. */
export function asksForAddressFirst(config: ConfigTree): boolean {
  return valueAt(config, 'selfservice.flows.login.style') === 'identifier_first'
}
