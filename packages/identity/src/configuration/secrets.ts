import { randomBytes } from 'node:crypto'

import { Secret } from '@gatehouse/platform/secrets'

import type { IdentityConfig } from './config.ts'
import type { ConfigFile } from './file.ts'

const names = ['default', 'cookie', 'cipher'] as const
const advice = 'make one with `openssl rand -hex 16` and keep it: sessions, codes and cookies depend on it'

/**
 * Fills in missing secrets: `cookie` and `cipher` default to `default`, and `default` to `cookie`, as files for Kratos
 * expect. In development a missing secret is random, and ends with the process.
 */
export function resolveSecrets(file: ConfigFile): {
  readonly secrets: IdentityConfig['secrets']
  readonly warnings: readonly string[]
  readonly faults: readonly string[]
} {
  const given = names.map((name) => file.secrets[name] ?? [])
  const [standard = [], cookie = [], cipher = []] = given
  const warnings: string[] = []
  const faults: string[] = []
  let base = standard.length > 0 ? standard : cookie
  if (base.length === 0) {
    if (file.dev) warnings.push('secrets.default is missing: a random one was made, so sessions end with this process')
    else faults.push(`secrets.default is missing; ${advice}`)
    base = [new Secret(randomBytes(16).toString('hex'))]
  }
  return {
    secrets: {
      default: base,
      cookie: cookie.length > 0 ? cookie : base,
      cipher: cipher.length > 0 ? cipher : base,
    },
    warnings,
    faults,
  }
}
