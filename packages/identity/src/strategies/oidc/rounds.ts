import { createHash, randomBytes } from 'node:crypto'

import { z } from 'zod'

import type { Seals } from '../../credentials/sealed.ts'
import type { StoredFlow } from '../../flows/model/flow.ts'
import type { FlowStore } from '../../flows/ports/flow-store.ts'
import type { Traits } from '../../identities/identity.ts'
import type { Round } from './providers/provider.ts'

/** The maximum time that a person is at a provider, in milliseconds. */
const lifespanMs = 30 * 60_000

/** The data that is kept while a person is at a provider. */
export interface KeptRound extends Round {
  readonly flowId: string
  readonly flowKind: 'login' | 'registration' | 'settings'
  readonly provider: string
  /** The traits typed before. */
  readonly traits: Traits
}

const kept = z.object({
  state: z.string(),
  nonce: z.string(),
  codeVerifier: z.string().optional(),
  redirectUri: z.string(),
  requestToken: z.object({ key: z.string(), secret: z.string() }).optional(),
  flowId: z.string(),
  flowKind: z.enum(['login', 'registration', 'settings']),
  provider: z.string(),
  traits: z.record(z.string(), z.unknown()),
})

interface RoundStore {
  readonly flows: Pick<FlowStore, 'insertContinuity' | 'takeContinuity'>
  readonly seals: Seals
}

/**
 * Keeps a round; returns the value that the browser has to return in its cookie. `anyBrowser`: the round was started by
 * an app, returns in a browser without its cookie, and ends in a code that only the app can use.
 */
export async function keepRound(
  { flows, seals }: RoundStore,
  round: KeptRound,
  flow: StoredFlow,
  options: { readonly anyBrowser: boolean; readonly now: number },
): Promise<string | undefined> {
  const binding = options.anyBrowser ? undefined : randomBytes(32).toString('base64url')
  const id = containerId(binding, round.state)
  await flows.insertContinuity({
    id,
    identityId: flow.kind === 'settings' ? flow.identityId : undefined,
    payload: { sealed: seals.seal(JSON.stringify(round), id) },
    expiresAt: Math.min(flow.expiresAt, options.now + lifespanMs),
  })
  return binding
}

/** Returns a cookie as Ory Kratos gives an app that needs none: it binds nothing. */
export function unboundCookie(): string {
  return randomBytes(32).toString('base64url')
}

/**
 * Takes the round of a callback, once, and only for the browser that started it: a foreign state, or a foreign browser,
 * finds nothing and uses nothing up.
 */
export async function takeRound(
  { flows, seals }: RoundStore,
  binding: string | undefined,
  state: string,
  now: number,
): Promise<KeptRound | undefined> {
  const ids = [...(binding === undefined ? [] : [containerId(binding, state)]), containerId(undefined, state)]
  for (const id of ids) {
    const { sealed } = (await flows.takeContinuity(id, now))?.payload ?? {}
    const plain = typeof sealed === 'string' ? seals.open(sealed, id) : undefined
    if (plain === undefined) continue
    const { codeVerifier, requestToken, ...round } = kept.parse(JSON.parse(plain))
    return { ...round, codeVerifier, requestToken }
  }
  return undefined
}

/** Returns the container's id. It needs both halves, and the database has neither. */
function containerId(binding: string | undefined, state: string): string {
  return `provider:${createHash('sha256')
    .update(`${binding ?? 'app'}.${state}`)
    .digest('base64url')}`
}
