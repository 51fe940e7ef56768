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

/** Returns the reason why a password must not be used, or nothing. `identifiers` are the account's sign-in names. */
export type PasswordPolicy = (password: string, identifiers: readonly string[]) => Promise<Message | undefined>

/** Creates the policy. `maximumBytes`: the longest password that the hash accepts. */
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

  /** Checks the leaks. The list counts with or without the service: common passwords are guessed first. */
  async function breached(password: string): Promise<Message | undefined> {
    const lookup = rules.haveIBeenPwnedEnabled
      ? await lookUpBreaches(password, rules.haveIBeenPwnedHost, fetch)
      : unknownToAll
    if (lookup.kind === 'known' && lookup.times > rules.maxBreaches) return passwordBreached(lookup.times)
    // The list has no count; being on it is enough.
    if (await isCommonPassword(password)) return passwordBreached(rules.maxBreaches + 1)
    return lookup.kind === 'known' || rules.ignoreNetworkErrors
      ? undefined
      : generic('We could not check this password against known leaks. Please try again in a moment.')
  }
}

const unknownToAll = { kind: 'known', times: 0 } as const

/** Passwords that are guessed first, in lower case, the most common of those that the shortest minimum allows. */
let common: Promise<ReadonlySet<string>> | undefined

/** The lowest configurable minimum length, in characters. */
const shortest = 6

/**
 * Checks for the tens of thousands of passwords that leaks have most often, in any case. The list is local, so it
 * counts even if the service of known leaks does not answer, or is switched off (NIST SP 800-63B 5.1.1.2, ASVS 6.2.4).
 * The meter of the account pages uses the same list. Read when it is first needed: it takes some megabytes.
 */
async function isCommonPassword(password: string): Promise<boolean> {
  common ??= readList()
  return (await common).has(password.toLowerCase())
}

async function readList(): Promise<ReadonlySet<string>> {
  const { dictionary } = await import('@zxcvbn-ts/language-common')
  return new Set(dictionary['passwords-common'].filter((word) => word.length >= shortest))
}
