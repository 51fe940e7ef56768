import { z } from 'zod'

import type { ProjectAdmin } from '../model/project-host.ts'

const credential = z.looseObject({
  identifiers: z.array(z.string()).nullish(),
  config: z.looseObject({}).nullish(),
})
const identity = z.looseObject({ credentials: z.record(z.string(), credential).optional() })
const refused = z.looseObject({ error: z.looseObject({ reason: z.string().optional() }) })

/** A person's ways to sign in. It contains no secret. */
export interface IdentityAccess {
  /** The types of credentials that are set up, as the identity service names them. */
  readonly credentials: readonly string[]
  /** The operator's ways to recover the account; empty if the service has none of them enabled. */
  readonly recovery: readonly ('code' | 'link')[]
}

/**
 * TABLE: the fields of a credential's configuration once it is set up. Kratos keeps placeholders with every account
 * that has the identifier: `"password":{"config":{}}`, `"webauthn":{"config":{"user_handle":"…"}}`.
 */
const marks: Readonly<Record<string, readonly string[]>> = {
  password: ['hashed_password', 'use_password_migration_hook'],
  totp: ['totp_url'],
  lookup_secret: ['recovery_codes'],
  webauthn: ['credentials'],
  passkey: ['credentials'],
}

/**
 * Reads a person's ways to sign in from a project's identity service. Configurations of credentials are not passed on.
 * Undefined: there is no such person. Returns the service's answer if it is another refusal.
 */
export async function accessOf(admin: ProjectAdmin, id: string): Promise<IdentityAccess | Response> {
  const address = `/admin/identities/${encodeURIComponent(id)}`
  const plain = await admin.ask('GET', address)
  if (!plain.ok) return plain
  const present = identity.parse(await plain.json()).credentials ?? {}
  // Our own service keeps no placeholders.
  const asked = admin.kind === 'embedded' ? [] : Object.keys(marks).filter((type) => type in present)
  const query = new URLSearchParams(asked.map((type) => ['include_credential', type]))
  const whole = asked.length === 0 ? undefined : await admin.ask('GET', `${address}?${query}`)
  if (whole?.ok === false) return whole
  const found = whole === undefined ? present : (identity.parse(await whole.json()).credentials ?? {})
  const isThere = admin.kind === 'embedded' ? isUsed : isSetUp
  const credentials = Object.entries(found).filter(([type, one]) => isThere(type, one))
  return { credentials: credentials.map(([type]) => type), recovery: await recoveryWays(admin) }
}

function isUsed(type: string, { identifiers }: z.output<typeof credential>): boolean {
  return type in marks || (identifiers ?? []).length > 0
}

function isSetUp(type: string, { config, identifiers }: z.output<typeof credential>): boolean {
  const names = marks[type]
  if (names === undefined) return (identifiers ?? []).length > 0
  return names.some((name) => {
    const value = config?.[name]
    return Array.isArray(value) ? value.length > 0 : Boolean(value)
  })
}

/**
 * No account has this id, so requesting a code changes nothing; a service first reports whether the method is enabled.
 */
const unknownPerson = JSON.stringify({ identity_id: '00000000-0000-0000-0000-000000000000' })

async function recoveryWays(admin: ProjectAdmin): Promise<IdentityAccess['recovery']> {
  const isOn = async (way: 'code' | 'link') => {
    const answer = await admin.ask('POST', `/admin/recovery/${way}`, { body: unknownPerson })
    const { data } = refused.safeParse(await answer.json().catch(() => undefined))
    return !/disabled|not allowed|switched off/i.test(data?.error.reason ?? '')
  }
  const [code, link] = await Promise.all([isOn('code'), isOn('link')])
  return [...(code ? (['code'] as const) : []), ...(link ? (['link'] as const) : [])]
}
