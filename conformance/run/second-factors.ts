import { setTimeout as delay } from 'node:timers/promises'
import { totpCode, wrongTotpCode } from '@gatehouse/testing/devices'
import { at, objects, textAt } from './json.ts'
import type { Variables } from './variables.ts'

/**
 * Remembers the secrets of a settings form: `{totpSecret}` of an authenticator app, and the backup codes `{backup1}`,
 * `{backup2}`.
 */
export function learnSecondFactors(variables: Variables, body: unknown): void {
  for (const node of objects(at(body, 'ui', 'nodes'))) {
    const context = at(node, 'attributes', 'text', 'context')
    const secret = textAt(context, 'secret')
    if (at(node, 'group') === 'totp' && secret !== undefined) variables.set('totpSecret', secret)
    objects(at(context, 'secrets')).forEach((one, index) => {
      const code = textAt(one, 'context', 'secret')
      if (code !== undefined) variables.set(`backup${index + 1}`, code)
    })
  }
}

const timeStepMs = 30_000
/** The time in which a busy machine answers a request, in milliseconds. */
const timeoutMs = 10_000

/** Waits, before `{totpBefore}` is sent, if the present time step is about to end: the code counts until then. */
export async function awaitTimeStep(): Promise<void> {
  const leftMs = timeStepMs - (Date.now() % timeStepMs)
  if (leftMs < timeoutMs) await delay(leftMs)
}

/**
 * Sets the codes of the authenticator app: `{totpBefore}`, `{totp}` and `{totpNext}` are the codes of three consecutive
 * time steps, which all count. Some services take each code once, so scenarios use them up in that order.
 */
export function showCodes(variables: Variables, now: number): void {
  const secret = variables.get('totpSecret')
  if (secret === undefined) return
  variables.set('totpBefore', totpCode(secret, now, -1))
  variables.set('totp', totpCode(secret, now))
  variables.set('totpNext', totpCode(secret, now, 1))
  variables.set('totpWrong', wrongTotpCode(secret, now))
}
