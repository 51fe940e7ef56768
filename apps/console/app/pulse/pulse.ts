import { oneOf } from '@gatehouse/i18n/translator'
import type { JobView } from '../jobs/job-view.ts'

/** Long work, as far as the frame of a page shows it. */
export interface PulseJob extends Pick<JobView, 'id' | 'kind' | 'state' | 'done' | 'total'> {
  /** The number of entries within `done` that were refused. */
  readonly refused: number
}

/** The figures of a project that change while its pages are open, for their frame. */
export interface Pulse {
  /** Newest first; empty: the role does not include them. */
  readonly jobs: readonly PulseJob[]
  /** The number of people; absent: it is not known, or was not asked for. */
  readonly people?: number | undefined
  /** Messages of the last days that failed for good, `mostFailed` at most; absent: as for people. */
  readonly failed?: number | undefined
}

/** More of them are not counted. */
export const mostFailed = 100

// Lists of our own: the contract's would bring its schemas into every page.
const kinds = ['import', 'deactivate', 'activate', 'revoke', 'delete'] as const satisfies readonly JobView['kind'][]
const states = ['running', 'done', 'stopped', 'failed', 'interrupted'] as const satisfies readonly JobView['state'][]

/** Our own server answers nothing else; a proxy in front might. */
export function pulseIn(body: unknown): Pulse | undefined {
  if (typeof body !== 'object' || body === null || !('jobs' in body) || !Array.isArray(body.jobs)) return undefined
  const jobs = body.jobs.flatMap(jobIn)
  return { jobs, people: numberAt(body, 'people'), failed: numberAt(body, 'failed') }
}

function jobIn(value: unknown): readonly PulseJob[] {
  if (typeof value !== 'object' || value === null || !('id' in value) || !('kind' in value) || !('state' in value)) {
    return []
  }
  const [kind, state] = [oneOf(kinds, value.kind), oneOf(states, value.state)]
  if (kind === undefined || state === undefined) return []
  const [done = 0, refused = 0] = [numberAt(value, 'done'), numberAt(value, 'refused')]
  return [{ id: String(value.id), kind, state, done, refused, total: numberAt(value, 'total') ?? null }]
}

function numberAt(value: object, key: string): number | undefined {
  const found = Object.entries(value).find(([name]) => name === key)?.[1]
  return typeof found === 'number' ? found : undefined
}
