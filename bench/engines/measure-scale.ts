import { writeFileSync } from 'node:fs'
import { repositoryRoot } from '@gatehouse/testing/processes'
import type { Figure } from '../report.ts'
import { databaseKinds } from './bench-database.ts'
import { bytesOfSignInPage, growthSentence } from './flow-growth.ts'
import { figuresOf, measureEngines, type EngineResults } from './measure-engines.ts'
import { performancePage } from './performance-page.ts'

/** How many sessions there are, one after the other. */
export const usualSizes: readonly number[] = [1_000, 100_000, 1_000_000]

/**
 * Measures both services on both databases with up to a million sessions; half an hour. Writes docs/reference/performance.md if
 * asked to.
 */
export async function measureScale(write: boolean, sizes = usualSizes): Promise<readonly Figure[]> {
  const results = await measureEngines(databaseKinds, sizes)
  const bytes = await bytesOfSignInPage()
  if (write) {
    const text = performancePage(results, growthSentence(bytes), new Date().toISOString().slice(0, 10))
    writeFileSync(`${repositoryRoot}/docs/reference/performance.md`, text)
  }
  const growth = { name: 'a sign-in page that is not used leaves in a file', value: bytes, unit: 'bytes' }
  return [...figuresOf(results), ...keptWith(results), growth]
}

/** Returns the part of the rate of session look-ups that is left with a million sessions. */
function keptWith({ comparisons }: EngineResults): readonly Figure[] {
  return databaseKinds.map((kind) => {
    const looks = comparisons.filter(({ database, discipline }) => database === kind && discipline === 'whoami')
    const [first, last] = [looks[0], looks.at(-1)]
    const name = `whoami with ${last?.sessions} sessions, ${kind}, of that with ${first?.sessions}`
    return {
      name,
      value: (last?.paces.gatehouse.perSecond ?? Number.NaN) / (first?.paces.gatehouse.perSecond ?? Number.NaN),
      unit: '×',
      target: { compare: '≥', value: 0.9 },
    }
  })
}
