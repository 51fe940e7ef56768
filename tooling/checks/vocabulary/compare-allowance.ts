import type { Finding } from '../finding.ts'
import { areaOf } from './vocabulary.ts'

/** How many retired words are still in each area. Absent: none. */
export type Allowance = Readonly<Record<string, number>>

/** Counts the findings in each area that has any. */
export function countByArea(findings: readonly Finding[]): Allowance {
  const counts: Record<string, number> = {}
  for (const { path } of findings) counts[areaOf(path)] = (counts[areaOf(path)] ?? 0) + 1
  return Object.fromEntries(Object.entries(counts).toSorted(([a], [b]) => a.localeCompare(b)))
}

/** Compares areas with their allowance. The allowance only falls: more is a fault, and so is one that is too high. */
export function differences(findings: readonly Finding[], allowance: Allowance): readonly Finding[] {
  const counts = countByArea(findings)
  const areas = new Set([...Object.keys(counts), ...Object.keys(allowance)])
  return [...areas].flatMap((area) => {
    const found = counts[area] ?? 0
    const allowed = allowance[area] ?? 0
    const see = `see: node tooling/check-vocabulary.ts ${area}`
    if (found > allowed) {
      return [{ path: area, message: `has ${found} uses of retired words, ${allowed} are allowed; ${see}` }]
    }
    if (found === allowed) return []
    const message = `has ${found} uses of retired words, and ${allowed} are allowed: lower it with --fix`
    return [{ path: area, message }]
  })
}

/** Returns the allowance after these findings: it falls with them, and rises nowhere. */
export function lowered(findings: readonly Finding[], allowance: Allowance): Allowance {
  const counts = countByArea(findings)
  const rows = Object.entries(allowance).map(([area, allowed]) => [area, Math.min(allowed, counts[area] ?? 0)] as const)
  return Object.fromEntries(rows.filter(([, allowed]) => allowed > 0))
}
