import type { z } from 'zod'
import type { ConfigFault } from '../config-error.ts'
import { nearest } from './nearest.ts'

/** What is wrong with a brand, each with its path, such as `gatehouse.yml: brand.links.terms`. */
export function brandFaults(issues: readonly z.core.$ZodIssue[], subject: string): readonly ConfigFault[] {
  return issues.flatMap((issue) => {
    const at = [subject, ...issue.path.map(String)].join('.')
    const [wrong = '', fix = 'correct it or leave it out'] = issue.message.split('\n')
    if (issue.code !== 'unrecognized_keys')
      return [
        { subject: at, wrong: isOurs(issue.message) ? wrong : 'is missing, or has a value of the wrong kind', fix },
      ]
    const known = fix.replace(/^use one of /, '').split(', ')
    return issue.keys.map((key) => unknownName(`${at}.${key}`, key, known))
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
