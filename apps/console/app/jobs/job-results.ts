import { oneOf } from '@gatehouse/i18n/translator'
import type { Say } from '../text/texts.tsx'
import type { JobView } from './job-view.ts'

/** TABLE: what can become of one person in a job. */
const results = ['created', 'exists', 'done', 'nothing_to_do', 'refused'] as const

/** One of them in words. */
export function resultText(t: Say<'console_people'>, result: string): string {
  const known = oneOf(results, result)
  return known === undefined ? result : t(`jobs.result_${known}`)
}

/** How far a job is; of one that is done, what came of it: "Created: 3 · Refused: 1". */
export function jobOutcome(t: Say<'console_people'>, { state, done, total, counts }: JobView): string {
  const came = Object.entries(counts).map(([result, count]) => `${resultText(t, result)}: ${count}`)
  return state === 'done' && came.length > 0
    ? came.join(' · ')
    : t(`jobs.state_${state}`, { done, total: total ?? done })
}
