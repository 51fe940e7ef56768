import { type ConfigTree, isTree, valueAt, withValue } from './config-tree.ts'

/** The path of the list of providers in the configuration. */
export const providersPath = 'selfservice.methods.oidc.config.providers'

/** A provider as lists show it. */
export interface ProviderLine {
  readonly id: string
  readonly kind: string
  readonly label: string
  readonly issuer: string
  /** The organization to which the provider's sign-in is limited. */
  readonly organizationId: string | undefined
}

/** Returns the providers of a configuration, without their secrets. */
export function providersIn(config: ConfigTree): readonly ProviderLine[] {
  return providerTrees(config).map((provider) => ({
    id: textOf(provider['id']),
    kind: textOf(provider['provider']) || 'generic',
    label: textOf(provider['label']),
    issuer: textOf(provider['issuer_url']),
    organizationId: textOf(provider['organization_id']) || undefined,
  }))
}

/** A provider as the configuration has it. */
export function findProvider(config: ConfigTree, id: string): ConfigTree | undefined {
  return providerTrees(config).find((provider) => provider['id'] === id)
}

/** Returns the configuration with this provider, which replaces the one of the same id. */
export function withProvider(config: ConfigTree, provider: ConfigTree): ConfigTree {
  const others = providerTrees(config)
  const at = others.findIndex(({ id }) => id === provider['id'])
  return withValue(config, providersPath, at < 0 ? [...others, provider] : others.with(at, provider))
}

/** Returns the configuration without the provider of this id. The list stays, empty if need be. */
export function withoutProvider(config: ConfigTree, id: string): ConfigTree {
  const others = providerTrees(config).filter((provider) => provider['id'] !== id)
  return withValue(config, providersPath, others)
}

function providerTrees(config: ConfigTree): readonly ConfigTree[] {
  const list = valueAt(config, providersPath)
  return Array.isArray(list) ? list.filter(isTree) : []
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
