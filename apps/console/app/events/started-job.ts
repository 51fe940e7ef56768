import { oneOf } from '@gatehouse/i18n/translator'

/** TABLE: the kinds of jobs; each has a sentence: `did.job_<kind>`. */
export const jobKinds = ['deactivate', 'activate', 'revoke', 'delete'] as const

const aboutJobs: readonly unknown[] = ['createJob', 'startImport', 'stopJob']

/** Whether an operation has a job as its target, which has a page. */
export function isAboutJob(operation: unknown): boolean {
  return aboutJobs.includes(operation)
}

/** Parses a job as it is recorded: its action and the number of people, `revoke (7)`; undefined for other texts. */
export function startedJob(operation: unknown, target: string) {
  const [, action = '', count = ''] = /^([a-z]+) \((\d+)\)$/.exec(target) ?? []
  const kind = operation === 'createJob' ? oneOf(jobKinds, action) : undefined
  return kind === undefined ? undefined : { kind, count: Number(count) }
}
