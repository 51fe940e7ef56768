import type { Message } from '@gatehouse/contract/flows'
import type { IdentityConfig } from '../../configuration/config.ts'
import {
  generic,
  passwordBreached,
  passwordTooLong,
  passwordTooShort,
  passwordTooSimilar,
} from '../../messages/validation.ts'
import { lookUpBreaches } from './breaches.ts'
import { isSimilar } from './similarity.ts'

/** Says why a password must not be used, or nothing. `identifiers` are the account's sign-in names. */
export type PasswordPolicy = (password: string, identifiers: readonly string[]) => Promise<Message | undefined>

/** `maximumBytes`: what the hash can take in. */
export function createPasswordPolicy(
  config: Pick<IdentityConfig, 'selfservice'>,
  maximumBytes: number,
  fetch: typeof globalThis.fetch,
): PasswordPolicy {
  const rules = config.selfservice.methods.password

  return async (password, identifiers) => {
    const characters = Array.from(password).length
    if (characters < rules.minPasswordLength) return passwordTooShort(rules.minPasswordLength, characters)
    const bytes = Buffer.byteLength(password)
    if (bytes > maximumBytes) return passwordTooLong(maximumBytes, bytes)
    if (rules.identifierSimilarityCheckEnabled && identifiers.some((identifier) => isSimilar(password, identifier))) {
      return passwordTooSimilar()
    }
    return breached(password)
  }

  /** The list counts whether or not the service is asked: a password that everybody uses is guessed first. */
  async function breached(password: string): Promise<Message | undefined> {
    const lookup = rules.haveIBeenPwnedEnabled
      ? await lookUpBreaches(password, rules.haveIBeenPwnedHost, fetch)
      : unknownToAll
    if (lookup.kind === 'known' && lookup.times > rules.maxBreaches) return passwordBreached(lookup.times)
    // There is no count of it; that it is on the list is enough.
    if (await isCommonPassword(password)) return passwordBreached(rules.maxBreaches + 1)
    return lookup.kind === 'known' || rules.ignoreNetworkErrors
      ? undefined
      : generic('We could not check this password against known leaks. Please try again in a moment.')
  }
}

const unknownToAll = { kind: 'known', times: 0 } as const

/** Passwords that are guessed first, in lower case, the most common of those that the shortest minimum allows. */
let common: Promise<ReadonlySet<string>> | undefined

/** The least that a configuration may ask for. Characters. */
const shortest = 6

/**
 * Whether a password is one of the tens of thousands that leaks have most often, whatever its case. The list is here, so
 * it answers where the service of known leaks does not, or is not asked (NIST SP 800-63B 5.1.1.2, ASVS 6.2.4). The meter of
 * the account pages judges by the same list. Read when it is first needed: it takes some megabytes.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest))
}
