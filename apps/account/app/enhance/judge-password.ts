import { oneOf, type KeyPart } from '@gatehouse/i18n/translator'
import { ZxcvbnFactory } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary } from '@zxcvbn-ts/language-common'
import { reasons } from './password-reasons.ts'

/** The strength of a password. */
export interface Judgement {
  /** Texts: namespace `password`, `level.{name}`. */
  readonly level: 'weak' | 'fair' | 'good' | 'strong'
  /** Texts: namespace `password`, `reason.{name}`. */
  readonly reason: KeyPart<'password', 'reason.'> | undefined
}

const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs })

// The library's own scale is 0 to 4.
const levels = ['weak', 'weak', 'fair', 'good', 'strong'] as const

/** More than this is not looked at: it takes time, and changes nothing. */
const longest = 128

/** Passwords that the service refuses whatever their strength, in any case. */
const common: ReadonlySet<string> = new Set(dictionary['passwords-common'])

/** Judges a password; undefined if it is empty. `around`: words that belong to this person. */
export function judgePassword(typed: string, around: readonly string[]): Judgement | undefined {
  if (typed === '') return undefined
  const { score, feedback } = zxcvbn.check(typed.slice(0, longest), [...around])
  const warning = oneOf(reasons, feedback.warning)
  // Capitals make a word of the list harder to guess for the library, and not for the service.
  if (common.has(typed.toLowerCase())) {
    return { level: 'weak', reason: warning === 'topTen' || warning === 'topHundred' ? warning : 'common' }
  }
  const level = levels[score]
  const reason = warning ?? (level === 'weak' ? 'short' : undefined)
  return { level, reason }
}
