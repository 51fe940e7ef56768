import { randomInt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import type { ReadOwnFacts } from '../../credentials/own-facts.ts'
import { openOrThrow, type Seals, type SealedCredential } from '../../credentials/sealed.ts'
import { oneMore, pausedUntil, wrongTries } from '../../credentials/wrong-tries.ts'
import { withCredential } from '../../flows/ports/strategy.ts'
import type { Identity } from '../../identities/identity.ts'
import { timestamp } from '../../identities/present.ts'

/** A code that works once. */
export interface BackupCode {
  readonly code: string
  /** Unix milliseconds. */
  readonly usedAt: number | undefined
}

/** The credential's `config`. Codes are sealed and not hashed: people can have them shown again. */
const stored = z.object({
  recovery_codes: z.array(z.object({ code: z.string(), used_at: z.number().optional() })).min(1),
  wrong_tries: wrongTries.optional(),
})
type Stored = z.output<typeof stored>

const alphabet = 'abcdefghijklmnopqrstuvwxyz0123456789'
const count = 12
const length = 8

/** Returns new codes: 41 bits each, too many to guess. */
export function newBackupCodes(): readonly string[] {
  return Array.from({ length: count }, () =>
    Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join(''),
  )
}

/** Returns the codes in clear text, in their order; none if none are set up. */
export function backupCodesOf(seals: Seals, identity: Identity): readonly BackupCode[] {
  const codes = configOf(identity)?.recovery_codes ?? []
  return codes.map(({ code, used_at: usedAt }) => ({ code: openOrThrow(seals, code, sealContext(identity)), usedAt }))
}

/** Returns the identity with these codes in place of all earlier ones. */
export function withBackupCodes(seals: Seals, identity: Identity, codes: readonly BackupCode[], now: number): Identity {
  const old = identity.credentials.lookup_secret
  const config: Stored = {
    recovery_codes: codes.map(({ code, usedAt }) => ({
      code: seals.seal(code, sealContext(identity)),
      ...(usedAt !== undefined && { used_at: usedAt }),
    })),
  }
  const times = { createdAt: old?.createdAt ?? now, updatedAt: now }
  return withCredential(
    identity,
    { type: 'lookup_secret', identifiers: [identity.id], config, version: 0, ...times },
    now,
  )
}

/** Returns the identity with its codes sealed by the newest secret. Throws if no secret opens one. */
function withBackupCodesSealedAnew(seals: Seals, identity: Identity): Identity {
  const config = configOf(identity)
  if (!config) return identity
  const context = sealContext(identity)
  const anew = (code: string) => seals.seal(openOrThrow(seals, code, context), context)
  return noted(identity, {
    ...config,
    recovery_codes: config.recovery_codes.map((one) => ({ ...one, code: anew(one.code) })),
  })
}

/** Its codes, for the registry. */
export const sealedBackupCodes: SealedCredential = {
  type: 'lookup_secret',
  shown: (seals, identity) => ({ recovery_codes: backupCodesOf(seals, identity).map(presentCode) }),
  sealedAnew: withBackupCodesSealedAnew,
}

function presentCode({ code, usedAt }: BackupCode) {
  return { code, ...(usedAt !== undefined && { used_at: timestamp(usedAt) }) }
}

/** The result of checking a backup code. `paused`: none counts before `until`, in Unix milliseconds. */
export type BackupCodeCheck =
  | { readonly kind: 'right' | 'wrong'; /** With the try noted; to be stored. */ readonly identity: Identity }
  | { readonly kind: 'used' | 'absent' }
  | { readonly kind: 'paused'; readonly until: number }

/** Compares a code with the account's and uses it up. Wrong ones delay the next. */
export function spendBackupCode(seals: Seals, identity: Identity, code: string, now: number): BackupCodeCheck {
  const config = configOf(identity)
  if (!config) return { kind: 'absent' }
  const until = pausedUntil(config.wrong_tries)
  if (until > now) return { kind: 'paused', until }
  const { wrong_tries: tries, recovery_codes: codes } = config
  // No short circuit: every code is compared.
  const matches = backupCodesOf(seals, identity).map((one) => isSame(one.code, code.toLowerCase()))
  const index = matches.indexOf(true)
  const found = codes[index]
  if (!found) return { kind: 'wrong', identity: noted(identity, { ...config, wrong_tries: oneMore(tries, now) }) }
  if (found.used_at !== undefined) return { kind: 'used' }
  return { kind: 'right', identity: noted(identity, { recovery_codes: codes.with(index, { ...found, used_at: now }) }) }
}

/**
 * Reads the facts of backup codes that their owner may see without a recent sign-in: how many are left, never which.
 */
export const ownBackupCodes: ReadOwnFacts = (identity) => {
  const { lookup_secret: credential } = identity.credentials
  const codes = configOf(identity)?.recovery_codes
  if (!credential || !codes) return undefined
  const used = codes.flatMap(({ used_at: at }) => at ?? [])
  return {
    changedAt: credential.updatedAt,
    codes: { left: codes.length - used.length, total: codes.length },
    ...(used.length > 0 && { usedAt: Math.max(...used) }),
  }
}

/** Records a try without a new time of change: tries are not a change that people should see. */
function noted(identity: Identity, config: Stored): Identity {
  const { lookup_secret: old } = identity.credentials
  return old ? { ...identity, credentials: { ...identity.credentials, lookup_secret: { ...old, config } } } : identity
}

function isSame(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)]
  return left.length === right.length && timingSafeEqual(left, right)
}

function configOf({ credentials }: Identity): Stored | undefined {
  return stored.safeParse(credentials.lookup_secret?.config).data
}

function sealContext({ id }: Identity): string {
  return `backup code of ${id}`
}
