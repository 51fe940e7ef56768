import { createHash, randomInt } from 'node:crypto'

import type { StoredFlow } from '../model/flow.ts'
import { isObject } from '../http/submission.ts'
import type { FlowContext } from '../flow-context.ts'

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
const length = 64

/** One half of what an app needs to get its session. The other half travels by another way. */
export function newExchangeCode(): string {
  return Array.from({ length }, () => alphabet[randomInt(alphabet.length)] ?? '').join('')
}

/** What is remembered of the first half. */
export function exchangeHash(code: string): string {
  return createHash('sha256').update(code).digest('hex')
}

type Store = Pick<FlowContext, 'flows' | 'seals'>

/** Puts a session aside for the app that started the flow; returns the second half. */
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

/** The session token that both halves lead to. It can be asked for again until the flow's time is over. */
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
