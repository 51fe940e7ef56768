import { z } from 'zod'
import type { ReadOwnFacts } from '../../credentials/own-facts.ts'
import { openOrThrow, type Seals, type SealedCredential } from '../../credentials/sealed.ts'
import { oneMore, pausedUntil, wrongTries } from '../../credentials/wrong-tries.ts'
import { withCredential } from '../../flows/ports/strategy.ts'
import type { Identity } from '../../identities/identity.ts'
import { readKey, stepOf } from './key.ts'

/** The credential's `config`. `totp_url` is sealed; the rest is an addition of this service and not on the wire. */
const stored = z.object({
  totp_url: z.string().min(1),
  /** The last time step whose code was used: it, and earlier ones, no longer count. */
  last_step: z.int().optional(),
  /** Unix milliseconds of the last sign-in confirmed with it; null: never; absent: not recorded. */
  used_at: z.number().nullish(),
  wrong_tries: wrongTries.optional(),
})
type Stored = z.output<typeof stored>

/** Returns the key's address in clear text; nothing if no key is set up. */
export function totpUrlOf(seals: Seals, identity: Identity): string | undefined {
  const config = configOf(identity)
  return config && openOrThrow(seals, config.totp_url, sealContext(identity))
}

/** Returns the identity with this key. `lastStep`: of the code that proved it. */
export function withTotp(seals: Seals, identity: Identity, url: string, now: number, lastStep?: number): Identity {
  const old = identity.credentials.totp
  const config: Stored = {
    totp_url: seals.seal(url, sealContext(identity)),
    ...(lastStep !== undefined && { last_step: lastStep, used_at: null }),
  }
  const times = { createdAt: old?.createdAt ?? now, updatedAt: now }
  return withCredential(identity, { type: 'totp', identifiers: [identity.id], config, version: 0, ...times }, now)
}

/** Returns the identity with its key sealed by the newest secret. Throws if no secret opens it. */
function withTotpSealedAnew(seals: Seals, identity: Identity): Identity {
  const config = configOf(identity)
  if (!config) return identity
  const context = sealContext(identity)
  return noted(identity, { ...config, totp_url: seals.seal(openOrThrow(seals, config.totp_url, context), context) })
}

/** Its key, for the registry. */
export const sealedTotp: SealedCredential = {
  type: 'totp',
  shown: (seals, identity) => ({ totp_url: totpUrlOf(seals, identity) ?? '' }),
  sealedAnew: withTotpSealedAnew,
}

/**
 * The result of checking a code of an authenticator app. `paused`: no code counts before `until`, in Unix milliseconds.
 */
export type TotpCheck =
  | { readonly kind: 'right' | 'wrong'; /** With the try noted; to be stored. */ readonly identity: Identity }
  | { readonly kind: 'paused'; readonly until: number }
  | { readonly kind: 'absent' }

/** Checks a code against the key. Each code counts once, and wrong ones delay the next. */
export function checkTotp(seals: Seals, identity: Identity, code: string, now: number): TotpCheck {
  const config = configOf(identity)
  const url = totpUrlOf(seals, identity)
  if (!config || url === undefined) return { kind: 'absent' }
  const until = pausedUntil(config.wrong_tries)
  if (until > now) return { kind: 'paused', until }
  const key = readKey(url)
  const step = key && stepOf(key, code, now)
  const { wrong_tries: tries, ...kept } = config
  if (step === undefined || step <= (config.last_step ?? -1)) {
    return { kind: 'wrong', identity: noted(identity, { ...kept, wrong_tries: oneMore(tries, now) }) }
  }
  return { kind: 'right', identity: noted(identity, { ...kept, last_step: step, used_at: now }) }
}

/** Reads the facts of an authenticator app that its owner may see. */
export const ownTotp: ReadOwnFacts = (identity) => {
  const { totp } = identity.credentials
  const config = configOf(identity)
  if (!totp || !config) return undefined
  const { used_at: usedAt } = config
  return { changedAt: totp.updatedAt, ...(usedAt !== undefined && { usedAt }) }
}

/** Records a try without a new time of change: tries are not a change that people should see. */
function noted(identity: Identity, config: Stored): Identity {
  const { totp } = identity.credentials
  return totp ? { ...identity, credentials: { ...identity.credentials, totp: { ...totp, config } } } : identity
}

function configOf({ credentials }: Identity): Stored | undefined {
  return stored.safeParse(credentials.totp?.config).data
}

function sealContext({ id }: Identity): string {
  return `totp of ${id}`
}
