import type { z } from 'zod'
import type { ConfigFault } from '../config-error.ts'
import { nearest } from '@gatehouse/platform/http'

/**
 * The maximum number of faults of a brand in one answer, of its texts and of the rest. People fix them one after the
 * other, and suggesting a name for an unknown one takes a thousand times as long as reading it.
 */
export const mostFaults = 100

/** Returns the faults of a brand, each with its path, such as `gatehouse.yml: brand.links.terms`; the first hundred. */
export function brandFaults(issues: readonly z.core.$ZodIssue[], subject: string): readonly ConfigFault[] {
  let left = mostFaults
  return issues.slice(0, mostFaults).flatMap((issue) => {
    const at = [subject, ...issue.path.map(String)].join('.')
    const [wrong = '', fix = 'correct it or leave it out'] = issue.message.split('\n')
    if (issue.code !== 'unrecognized_keys')
      return [
        { subject: at, wrong: isOurs(issue.message) ? wrong : 'is missing, or has a value of the wrong kind', fix },
      ]
    const known = fix.replace(/^use one of /, '').split(', ')
    const keys = issue.keys.slice(0, left)
    left -= keys.length
    return keys.map((key) => unknownName(`${at}.${key}`, key, known))
  })
}

/** The fault of an unknown name, with the one that was meant most likely. */
export function unknownName(subject: string, name: string, known: readonly string[]): ConfigFault {
  const meant = nearest(name, known)
  const fix = meant === undefined ? `use one of ${known.slice(0, 20).join(', ')}` : `did you mean ${meant}?`
  return { subject, wrong: 'is not known here', fix }
}

function isOurs(message: string): boolean {
  return message.includes('\n')
}
