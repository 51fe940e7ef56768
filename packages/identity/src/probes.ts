import type { IdentityConfig } from './configuration/config.ts'
import { createMailSender } from './courier/smtp.ts'
import { reachOfServices } from './outbound/reach.ts'
import { lookUpBreaches } from './strategies/password/breaches.ts'

/** Returns the fault of the mail server, as a sentence's end; nothing if it works or is absent. Sends no mail. */
export async function probeMailServer({
  courier,
  outbound,
}: Pick<IdentityConfig, 'courier' | 'outbound'>): Promise<string | undefined> {
  const sender = createMailSender(courier.smtp, reachOfServices(outbound))
  if (sender === undefined) return undefined
  try {
    await sender.verify()
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  } finally {
    sender.close()
  }
}

/** Returns the fault of the register of leaked passwords, if it is used and does not answer. Sends no password data. */
export async function probeBreaches(
  { selfservice: { methods } }: Pick<IdentityConfig, 'selfservice'>,
  fetch: typeof globalThis.fetch,
): Promise<string | undefined> {
  const { enabled, haveIBeenPwnedEnabled, haveIBeenPwnedHost } = methods.password
  if (!enabled || !haveIBeenPwnedEnabled) return undefined
  const { kind } = await lookUpBreaches('', haveIBeenPwnedHost, fetch)
  return kind === 'unreachable' ? haveIBeenPwnedHost : undefined
}
