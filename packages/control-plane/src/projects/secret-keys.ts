import type { ConfigTree } from './host.ts'

// Names of Kratos' configuration whose values open something: providers, mail servers, web hooks, key sets.
const secretKeys: ReadonlySet<string> = new Set([
  'client_secret',
  'apple_private_key',
  'connection_uri',
  'secrets',
  'password',
  'value',
  'headers',
  'jwks_url',
])

/** A copy of a configuration whose secrets are struck out. */
export function withoutSecrets(config: ConfigTree): ConfigTree {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      secretKeys.has(key) && !isSection(value) ? '[secret]' : clean(value),
    ]),
  )
}

// `selfservice.methods.password` is a section of the same name as a secret.
function isSection(value: unknown): boolean {
  return typeof value === 'object' && value !== null && ('enabled' in value || 'config' in value || 'hooks' in value)
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}
