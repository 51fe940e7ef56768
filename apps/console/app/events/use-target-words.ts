import { oneOf } from '@gatehouse/i18n/translator'
import { useText } from '../text/texts.tsx'
import { jobKinds, startedJob } from './started-job.ts'

const stoppable = [...jobKinds, 'import'] as const

/** The target of an operation in words: of a job whom it is about, "7 people"; of one that was stopped, what it did. */
export function useTargetWords(): (operation: unknown, target: string) => string {
  const t = useText('console_people')
  return (operation, target) => {
    const job = startedJob(operation, target)
    if (job !== undefined) return t('people.total', { count: job.count })
    const stopped = operation === 'stopJob' ? oneOf(stoppable, target) : undefined
    return stopped === undefined ? target : t(`jobs.${stopped}`)
  }
}
