import { oneOf } from '@gatehouse/i18n/translator'
import type { Say } from '../text/texts.tsx'
import type { JobView } from './job-view.ts'

/** TABLE: the outcomes for one person in a job, in the order in which they are shown. */
const results = ['created', 'exists', 'done', 'nothing_to_do', 'refused'] as const

/** One of them in words. */
export function resultText(t: Say<'console_people'>, result: string): string {
  const known = oneOf(results, result)
  return known === undefined ? result : t(`jobs.result_${known}`)
}

/** The number of entries by result, in the order of the table; the service counts them in the order of their ends. */
export function orderedCounts({
  counts,
}: Pick<JobView, 'counts'>): readonly (readonly [result: string, count: number])[] {
  const positionOf = (result: string) => {
    const at = results.findIndex((known) => known === result)
    return at === -1 ? results.length : at
  }
  return Object.entries(counts).toSorted(([one], [other]) => positionOf(one) - positionOf(other))
}

/** The progress of a job; once it is done, its results: "Created: 3 · Refused: 1". */
export function jobOutcome(t: Say<'console_people'>, job: JobView): string {
  const { state, done, total } = job
  const came = orderedCounts(job).map(([result, count]) => `${resultText(t, result)}: ${count}`)
  return state === 'done' && came.length > 0
    ? came.join(' · ')
    : t(`jobs.state_${state}`, { done, total: total ?? done })
}
