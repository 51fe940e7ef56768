import { createHash, randomInt } from 'node:crypto'

import type { StoredFlow } from '../model/flow.ts'
import { isObject } from '../http/submission.ts'
import type { FlowContext } from '../flow-context.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

/** Returns a random code: one of two halves that an app exchanges for its session. Each takes a different channel. */
export function newExchangeCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
}

/** Returns the hash of the first half; the flow stores only this. */
export function exchangeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

type Store = Pick<FlowContext, 'flows' | 'seals'>

/** Keeps a session for the app that started the flow; returns the second half. */
export async function keepSession(
  { flows, seals }: Store,
  flow: StoredFlow,
  firstHash: string,
  token: string,
): Promise<string> {
  const code = newExchangeCode()
  const id = containerId(firstHash, code)
  const payload = { sealed: seals.seal(JSON.stringify({ token }), id) }
  await flows.insertContinuity({ id, identityId: undefined, payload, expiresAt: flow.expiresAt })
  return code
}

/** Returns the session token that both halves select. A repeated request gets it again until the flow expires. */
export async function findSession(
  { flows, seals }: Store,
  first: string,
  second: string,
  now: number,
): Promise<string | undefined> {
  const id = containerId(exchangeHash(first), second)
  const { sealed } = (await flows.findContinuity(id, now))?.payload ?? {}
  const plain = typeof sealed === 'string' ? seals.open(sealed, id) : undefined
  const kept: unknown = plain === undefined ? undefined : JSON.parse(plain)
  return isObject(kept) && typeof kept['token'] === 'string' ? kept['token'] : undefined
}

function containerId(firstHash: string, second: string): string {
  return `exchange:${createHash('sha256').update(`${firstHash}.${second}`).digest('base64url')}`
}
