import type { ConfigTree } from '../model/project-host.ts'

// Kratos' configuration keys with secret values: providers, mail servers, web hooks, key sets.
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

/** Returns a copy of a configuration with redacted secrets. */
export function withoutSecrets(config: ConfigTree): ConfigTree {
  return Object.fromEntries(
    Object.entries(config).map(([key, value]) => [
      key,
      secretKeys.has(key) && !isPasswordMethod(key, value) ? '[secret]' : clean(value),
    ]),
  )
}

// Distinguishes `selfservice.methods.password`, and its hooks, from a secret of that name: a secret is no section.
function isPasswordMethod(key: string, value: unknown): boolean {
  return key === 'password' && typeof value === 'object' && value !== null
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}
