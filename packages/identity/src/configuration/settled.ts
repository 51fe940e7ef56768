import { Secret } from '@gatehouse/platform/secrets'

import type { ConfigFile } from './file.ts'

/** Stands for a secret that is there. */
const thereIsOne = '[secret]'

/** The values in force, by dotted path: defaults filled in, durations in milliseconds, a mark in place of secrets. */
export type SettledValues = Readonly<Record<string, string | number | boolean>>

/** Keys whose values may hold a secret, or are documents rather than settings. */
const untold: ReadonlySet<string> = new Set(['headers', 'tokenizer'])

/**
 * Returns the single values of the settings about signing in, sessions and mails. Lists are left out: they hold
 * providers, hooks and documents.
 */
export function settledValues({
  selfservice,
  session,
  cookies,
  security,
  hashers,
  courier,
}: ConfigFile): SettledValues {
  const found: Record<string, string | number | boolean> = {}
  const walk = (value: unknown, path: readonly string[]) => {
    if (value instanceof Secret) found[path.join('.')] = thereIsOne
    else if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') {
      found[path.join('.')] = value
    } else if (typeof value === 'object' && value !== null && !Array.isArray(value)) {
      for (const [key, inner] of Object.entries(value)) if (!untold.has(key)) walk(inner, [...path, key])
    }
  }
  walk({ selfservice, session, cookies, security, hashers, courier: { smtp: courier.smtp } }, [])
  return found
}
