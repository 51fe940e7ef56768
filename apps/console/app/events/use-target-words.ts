import { oneOf } from '@gatehouse/i18n/translator'
import { useText } from '../text/texts.tsx'
import { jobKinds, startedJob } from './started-job.ts'

const stoppable = [...jobKinds, 'import'] as const

/** Returns the target of an operation in words: of a job its people, "7 people"; of a stopped one, its action. */
export function useTargetWords(): (operation: unknown, target: string) => string {
  const t = useText('console_people')
  return (operation, target) => {
    const job = startedJob(operation, target)
    if (job !== undefined) return t('people.total', { count: job.count })
    const stopped = operation === 'stopJob' ? oneOf(stoppable, target) : undefined
    return stopped === undefined ? target : t(`jobs.${stopped}`)
  }
}
