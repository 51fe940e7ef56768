import type { SentSignIn } from './sign-in-memory.ts'

/**
 * Returns the method by which a submitted form signs in; `data` has its fields and the pressed button. Undefined for a
 * button that only continues: a name without a proof, a code that is still to be sent, a second factor.
 */
export function sentMethod(data: FormData): SentSignIn | undefined {
  const provider = textOf(data, 'provider')
  const method = provider === undefined ? textOf(data, 'method') : `oidc:${provider}`
  if (method === undefined || notProofs.has(method)) return undefined
  if (method === 'code' && textOf(data, 'code') === undefined) return undefined
  return { method }
}

/** Steps before a proof, and proofs that come after another one. */
const notProofs: ReadonlySet<string> = new Set(['identifier_first', 'profile', 'totp', 'lookup_secret', 'webauthn'])

function textOf(data: FormData, name: string): string | undefined {
  const value = data.get(name)
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined
}
