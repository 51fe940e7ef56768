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

const minimumDistance = 5

/**
 * Checks that a password is so close to a sign-in name that guessing one from the other is easy: their edit distance is
 * below 5, or they share a text that is longer than half of the password. Rules of Ory Kratos. The work grows with the
 * sum of both lengths, not with their product: both come from a visitor.
 */
export function isSimilar(password: string, identifier: string): boolean {
  const [a, b] = [password.toLowerCase(), identifier.toLowerCase()]
  if (a === '' || b === '') return false
  return sharesMoreThanHalf(a, b) || isCloserThan(minimumDistance, a, b)
}

/**
 * Checks for a common substring of more than half of `a`, which covers the middle of `a`: for each index of `b` the
 * matches to the left and to the right of that middle are added.
 */
function sharesMoreThanHalf(a: string, b: string): boolean {
  const needed = Math.floor(a.length / 2) + 1
  const before = matches(reversed(a.slice(0, needed)), reversed(b))
  const after = matches(a.slice(needed), b)
  return before.some((_, index) => {
    const end = b.length - index
    return (before[index] ?? 0) > 0 && (before[index] ?? 0) + (after[end] ?? 0) >= needed
  })
}

const reversed = (text: string) => text.split('').toReversed().join('')

/** Returns how much of the beginning of `pattern` is at each index of `text`: the Z algorithm. */
function matches(pattern: string, text: string): readonly number[] {
  const all = pattern + text
  const lengths = [all.length]
  let [start, end] = [0, 0]
  for (let index = 1; index < all.length; index += 1) {
    let length = index < end ? Math.min(end - index, lengths[index - start] ?? 0) : 0
    while (index + length < all.length && all[length] === all[index + length]) length += 1
    if (index + length > end) [start, end] = [index, index + length]
    lengths.push(length)
  }
  return lengths.slice(pattern.length).map((length) => Math.min(length, pattern.length))
}

/**
 * Checks that the Levenshtein distance is below `limit`. Reads only cells that are closer to the diagonal than that.
 */
function isCloserThan(limit: number, a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) >= limit) return false
  // The band of a row: the distances of `i` letters of `a` to `i + offset` letters of `b`.
  const offsets = Array.from({ length: 2 * limit - 1 }, (_, index) => index - limit + 1)
  let band = offsets.map((offset) => (offset < 0 ? limit : offset))
  for (let i = 1; i <= a.length; i += 1) {
    const above = band
    band = []
    for (const [index, offset] of offsets.entries()) {
      const j = i + offset
      const same = j > 0 && a[i - 1] === b[j - 1]
      const steps = [
        (above[index] ?? limit) + (same ? 0 : 1),
        (above[index + 1] ?? limit) + 1,
        (band[index - 1] ?? limit) + 1,
      ]
      band.push(j < 0 || j > b.length ? limit : j === 0 ? i : Math.min(...steps))
    }
  }
  return (band[b.length - a.length + limit - 1] ?? limit) < limit
}
