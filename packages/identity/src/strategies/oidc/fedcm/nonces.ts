import { createHash, randomBytes } from 'node:crypto'
import type { CsrfSecret } from '../../../flows/http/csrf.ts'
import type { OidcContext } from '../dependencies.ts'

/** The maximum time that an account chooser is open, in milliseconds. */
const lifespanMs = 15 * 60_000

type Stores = Pick<OidcContext, 'flows'>

/** Issues a nonce that only this browser can return, once, and only from this provider. */
export async function issueNonce(
  { flows }: Stores,
  secret: CsrfSecret,
  provider: string,
  now: number,
): Promise<string> {
  const nonce = randomBytes(32).toString('base64url')
  const id = containerId(secret, nonce)
  await flows.insertContinuity({ id, identityId: undefined, payload: { provider }, expiresAt: now + lifespanMs })
  return nonce
}

/**
 * Returns the provider that a nonce of this browser was issued for. A foreign nonce finds nothing and uses nothing up.
 */
export async function takeNonce(
  { flows }: Stores,
  secret: CsrfSecret,
  nonce: string,
  now: number,
): Promise<string | undefined> {
  const { provider } = (await flows.takeContinuity(containerId(secret, nonce), now))?.payload ?? {}
  return typeof provider === 'string' ? provider : undefined
}

function containerId(secret: CsrfSecret, nonce: string): string {
  return `fedcm:${createHash('sha256').update(secret.bytes).update('.').update(nonce).digest('base64url')}`
}
