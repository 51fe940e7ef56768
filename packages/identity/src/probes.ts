import type { IdentityConfig } from './configuration/config.ts'
import { createMailSender } from './courier/smtp.ts'
import { reachOfServices } from './outbound/reach.ts'
import { lookUpBreaches } from './strategies/password/breaches.ts'

/** Why the mail server takes no mail, as a sentence's end; nothing where it would, or where there is none. No mail is sent. */
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

/** The register of leaked passwords, where it is asked and does not answer. Nothing of a password is sent. */
export async function probeBreaches(
  { selfservice: { methods } }: Pick<IdentityConfig, 'selfservice'>,
  fetch: typeof globalThis.fetch,
): Promise<string | undefined> {
  const { enabled, haveIBeenPwnedEnabled, haveIBeenPwnedHost } = methods.password
  if (!enabled || !haveIBeenPwnedEnabled) return undefined
  const { kind } = await lookUpBreaches('', haveIBeenPwnedHost, fetch)
  return kind === 'unreachable' ? haveIBeenPwnedHost : undefined
}
