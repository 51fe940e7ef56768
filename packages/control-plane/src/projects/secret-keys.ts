import type { ConfigTree } from '../model/project-host.ts'

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
      secretKeys.has(key) && !isPasswordMethod(key, value) ? '[secret]' : clean(value),
    ]),
  )
}

// `selfservice.methods.password`, and hooks after it, are sections of the same name as a secret; a secret is no section.
function isPasswordMethod(key: string, value: unknown): boolean {
  return key === 'password' && typeof value === 'object' && value !== null
}

function clean(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(clean)
  return typeof value === 'object' && value !== null ? withoutSecrets({ ...value }) : value
}
